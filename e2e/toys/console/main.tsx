// The console as it is, with one page more. Modules run in this order: the page is in the tree of routes before the router is made of it.
import "./toys-route.tsx";
import "#main.tsx";
