// Only comfort: without it, tooltips come later and takes are opened by hand. Written without the signs for "less" and
// "and", so that the page is well-formed as XML, too.
(function () {
  var tip = document.getElementById("tip");
  function titled(node) {
    while (node) {
      if (node.dataset) { if (node.dataset.tip) { return node; } }
      var first = node.firstElementChild;
      if (first) { if (first.tagName.toLowerCase() === "title") { if (node.tagName !== "HEAD") { return node; } } }
      node = node.parentElement;
    }
    return null;
  }
  document.addEventListener("mouseover", function (event) {
    var node = titled(event.target);
    if (!node) { tip.style.display = "none"; return; }
    if (!node.dataset.tip) {
      node.dataset.tip = node.firstElementChild.textContent;
      node.firstElementChild.remove();
    }
    tip.textContent = node.dataset.tip;
    tip.style.display = "block";
  });
  document.addEventListener("mousemove", function (event) {
    var x = event.clientX + 14, y = event.clientY + 16;
    if (x + tip.offsetWidth > innerWidth - 8) { x = event.clientX - tip.offsetWidth - 10; }
    if (y + tip.offsetHeight > innerHeight - 8) { y = event.clientY - tip.offsetHeight - 10; }
    tip.style.left = Math.max(4, x) + "px";
    tip.style.top = Math.max(4, y) + "px";
  });
  document.querySelectorAll(".overview").forEach(function (overview) {
    var line = overview.parentElement.querySelector(".line .scroll"), view = overview.querySelector(".view");
    function show() {
      view.setAttribute("x", 1000 * line.scrollLeft / line.scrollWidth);
      var seen = line.clientWidth / line.scrollWidth;
      view.setAttribute("width", seen > 0.999 ? 0 : 1000 * seen);
      view.setAttribute("visibility", seen > 0.999 ? "hidden" : "visible");
    }
    function go(event) {
      var box = overview.getBoundingClientRect();
      line.scrollLeft = (event.clientX - box.left) / box.width * line.scrollWidth - line.clientWidth / 2;
    }
    overview.addEventListener("pointerdown", function (event) { overview.setPointerCapture(event.pointerId); go(event); });
    overview.addEventListener("pointermove", function (event) { if (event.buttons) { go(event); } });
    line.addEventListener("scroll", show);
    overview.closest("details").addEventListener("toggle", show);
    window.addEventListener("resize", show);
    show();
  });
  function all(open) {
    document.querySelectorAll("details").forEach(function (take) { take.open = open; });
  }
  document.querySelectorAll("button[data-open]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () { all(button.dataset.open === "yes"); });
  });
  function follow() {
    var take = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!take) { return; }
    if (take.tagName !== "DETAILS") { return; }
    for (var node = take; node; node = node.parentElement) { if (node.tagName === "DETAILS") { node.open = true; } }
    take.scrollIntoView();
  }
  window.addEventListener("hashchange", follow);
  follow();
})();
