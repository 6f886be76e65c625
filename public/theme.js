// Runs before the first paint: a stored theme must not flash, and the skeleton only fits people who were signed in before.
(function () {
  try {
    var theme = localStorage.getItem("caseload.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (localStorage.getItem("caseload.team") && !/^\/(sign-in|set-up)/.test(location.pathname)) {
      document.documentElement.dataset.boot = "app";
    }
  } catch {
    // Storage may be refused; the system's theme then applies.
  }
})();
