// The console as it is, with one page more: that is in the tree of routes before the router is made of it.
import "./toys-route.tsx";

void import("#main.tsx");
