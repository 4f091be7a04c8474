// The element <ganttlet-view src="https://host/ganttlet/#ex=fcfs-vs-easy" height="auto">: an embedded view of Ganttlet that
// loads when it comes near the visible area and is driven by methods and events. One script tag, no dependencies.
//
// Attributes: src (a link of the page, as Share gives it), height (pixels or auto), and the options of an embed: show, theme, t,
// window, autoplay, lock. send(type, fields) gives a promise of the answer, which is rejected with `code` and `message` of the error;
// `ready` (once for each load), `finished`, `changed`, `selected`, `resize` and `error` are events of the element, with the message as
// `detail`.
//
//   view.addEventListener('ready', async () => {
//     await view.send('set', { path: 'seed', value: 9 });
//     const { report } = await view.send('run');
//     const { blob } = await view.send('export', { kind: 'csv', table: 'jobs', variant: 'EASY' });
//   });
(() => {
  const OPTIONS = ['show', 'theme', 't', 'window', 'autoplay', 'lock'];
  /** The usual height, and that of a lesson, whose text needs more, pixels. */
  const [USUAL_PX, LESSON_PX] = [480, 640];
  /** Pauses between pings until the frame answers, ms. */
  const [FIRST_MS, LAST_MS] = [50, 250];

  class GanttletView extends HTMLElement {
    static observedAttributes = ['src', 'height', ...OPTIONS];
    #frame;
    #asked = new Map();
    #next = 0;
    #timer;
    #ready = deferred();
    #isReady = false;
    #hear = (event) => this.#take(event);

    connectedCallback() {
      addEventListener('message', this.#hear);
      if (this.#frame) return;
      this.#frame = document.createElement('iframe');
      this.#frame.style.cssText = 'display:block;width:100%;border:0';
      this.#frame.title = this.getAttribute('title') ?? 'Ganttlet';
      this.#frame.loading = 'lazy';
      this.#frame.addEventListener('load', () => this.#ping(FIRST_MS));
      this.append(this.#frame);
      this.#update();
    }

    disconnectedCallback() {
      removeEventListener('message', this.#hear);
      clearTimeout(this.#timer);
    }

    attributeChangedCallback() {
      if (this.#frame) this.#update();
    }

    /** Sends a message once the frame is ready; gives its answer, or fails with the error that it tells. */
    async send(type, fields = {}) {
      await this.#ready.promise;
      const id = `view-${(this.#next += 1)}`;
      return new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        this.#frame.contentWindow.postMessage({ ...fields, ganttlet: 1, type, id }, '*');
      });
    }

    #update() {
      const link = this.getAttribute('src');
      if (!link) {
        this.#frame.srcdoc = '<p style="font: 1rem sans-serif">ganttlet-view: src is missing; it must be a link of Ganttlet.</p>';
        return;
      }
      this.#frame.removeAttribute('srcdoc');
      const url = new URL(link, document.baseURI);
      url.pathname = url.pathname.replace(/[^/]*$/u, 'embed.html');
      for (const name of OPTIONS) if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
      const usual = /[#&]lesson=/u.test(url.hash) ? LESSON_PX : USUAL_PX;
      const height = this.getAttribute('height') ?? '';
      if (height === 'auto') url.searchParams.set('height', 'auto');
      this.#frame.style.height = `${Number.parseFloat(height) || usual}px`;
      if (this.#frame.src === url.href) return;
      // Messages wait for the new content.
      this.#ready = deferred();
      this.#isReady = false;
      this.#frame.src = url.href;
    }

    /** Asks until the frame answers: its engine may still be loading. */
    #ping(pause_ms) {
      clearTimeout(this.#timer);
      this.#frame.contentWindow?.postMessage({ ganttlet: 1, type: 'ping', id: 'view-ping' }, '*');
      this.#timer = setTimeout(() => this.#ping(Math.min(2 * pause_ms, LAST_MS)), pause_ms);
    }

    #take({ source, data }) {
      if (source !== this.#frame?.contentWindow || data?.ganttlet !== 1) return;
      if (data.type === 'ready') {
        // It also says so by itself before it was asked; it tells what happens in it only after it was.
        if (data.id === 'view-ping') clearTimeout(this.#timer);
        this.#ready.resolve();
      }
      const asked = this.#asked.get(data.id);
      if (asked) {
        this.#asked.delete(data.id);
        if (data.type === 'error') asked.reject(Object.assign(new Error(data.message), { code: data.code }));
        else asked.resolve(data);
        return;
      }
      // One event for each load, however often the frame was asked.
      if (data.type === 'ready' && this.#isReady) return;
      this.#isReady ||= data.type === 'ready';
      if (data.type === 'resize' && this.getAttribute('height') === 'auto') this.#frame.style.height = `${data.height}px`;
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    }
  }

  function deferred() {
    let resolve;
    const promise = new Promise((done) => (resolve = done));
    return { promise, resolve };
  }

  if (!customElements.get('ganttlet-view')) customElements.define('ganttlet-view', GanttletView);
})();
