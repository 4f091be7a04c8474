// Explains why an embedded chart is missing. A frame with `sandbox` and without `allow-same-origin` has an opaque origin and can
// fetch the modules of the chart only if their host allows all origins; this script is not a module.
addEventListener('load', () => {
  const place = document.querySelector('ganttlet-embed');
  const whole = customElements.get('ganttlet-embed') && document.querySelector('link[rel="stylesheet"]')?.sheet !== null;
  if (!place || whole) return;
  const say = (text) => place.append(Object.assign(document.createElement('p'), { textContent: text, className: 'no-script' }));
  if (origin === 'null') {
    say('This chart cannot start: the embedding page uses a sandboxed frame, which cannot fetch the code of the chart.');
    say('The author of the page can use sandbox="allow-scripts allow-same-origin". Alternatively, the host of the chart can send the header Access-Control-Allow-Origin: *.');
  } else {
    // Browsers refuse more than about a thousand requests at a time; a page with forty charts can exceed this.
    const tries = history.state?.tries ?? 0;
    if (tries < 4) {
      history.replaceState({ ...history.state, tries: tries + 1 }, '');
      setTimeout(() => location.reload(), 1000 * 2 ** tries * (0.5 + Math.random()));
    }
    say('This chart could not be fetched: the connection failed, or this browser is too old.');
  }
  const link = Object.assign(document.createElement('a'), { href: location.href.replace(/embed\.html.*?(#|$)/, '$1'), target: '_blank', rel: 'noopener', textContent: 'Open it in a new window' });
  const line = document.createElement('p');
  line.className = 'no-script';
  line.append(link);
  place.append(line);
});
