// Runs before the first paint and before any module: a stored theme must not flash, the skeleton only fits people who were signed in before,
// and who is signed in decides what every page shows. Asked for here, that answer is there when the console is; api/session-query.ts takes it.
(function () {
  var key = null;
  try {
    var theme = localStorage.getItem("caseload.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    if (localStorage.getItem("caseload.team") && !/^\/(sign-in|set-up)/.test(location.pathname)) {
      document.documentElement.dataset.boot = "app";
    }
    key = sessionStorage.getItem("caseload.key");
  } catch {
    // Storage may be refused; the system's theme then applies.
  }
  // The service cannot tell that a tab has a key, and names the chunks of the page for it here.
  var chunks = key && document.currentScript.dataset.chunks;
  if (chunks)
    chunks.split(" ").forEach(function (chunk) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.crossOrigin = "";
      link.href = chunk;
      document.head.append(link);
    });
  var headers = { accept: "application/json" };
  if (key) headers.authorization = "Bearer " + key;
  var service = document.querySelector("meta[name=api-base-url]").content.replace(/^__.*|\/+$/g, "");
  var answer = fetch(service + "/v2/session", { headers: headers, credentials: key ? "omit" : "same-origin" });
  // Said by whoever takes it.
  answer.catch(function () {});
  window.caseloadSession = answer;
})();
