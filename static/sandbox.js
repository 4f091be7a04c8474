// Says why an embedded chart is not there. A frame with `sandbox` and without `allow-same-origin` has no origin of its own, and
// may fetch the modules of the chart only if their host lets every page read them; this script is none of them.
addEventListener('load', () => {
  const place = document.querySelector('ganttlet-embed');
  const whole = customElements.get('ganttlet-embed') && document.querySelector('link[rel="stylesheet"]')?.sheet !== null;
  if (!place || whole) return;
  const say = (text) => place.append(Object.assign(document.createElement('p'), { textContent: text, className: 'no-script' }));
  if (origin === 'null') {
    say('This chart cannot start: the page around it put it into a frame with sandbox, where it may not fetch its own code.');
    say('Who wrote that page can write sandbox="allow-scripts allow-same-origin"; who runs the host of the chart can let every page read it, by the header Access-Control-Allow-Origin: *.');
  } else {
    // Browsers refuse requests beyond about a thousand at a time, which a page with forty charts can exceed.
    const tries = history.state?.tries ?? 0;
    if (tries < 4) {
      history.replaceState({ ...history.state, tries: tries + 1 }, '');
      setTimeout(() => location.reload(), 1000 * 2 ** tries * (0.5 + Math.random()));
    }
    say('This chart could not be fetched: the connection failed, or this browser is older than the chart needs.');
  }
  const link = Object.assign(document.createElement('a'), { href: location.href.replace(/embed\.html.*?(#|$)/, '$1'), target: '_blank', rel: 'noopener', textContent: 'Open it in a window of its own' });
  const line = document.createElement('p');
  line.className = 'no-script';
  line.append(link);
  place.append(line);
});
