/** @file `<ganttlet-embed>`: the chosen parts, and a link to the same scenario on the whole page. */

import { css, html, nothing } from 'lit';
import { listenToParent } from '../address/embed-messages.js';
import { invalidOptionsText, parseEmbedOptions } from '../address/embed-options.js';
import { releaseWhenIdle } from '../commands/idle-memory.js';
import { createPage } from '../commands/page.js';
import { loadPart } from '../commands/part-loading.js';
import { startAt } from '../commands/start-position.js';
import { addressFragment, openPlay, setVisible, showNotice, startPage } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { applyTheme } from '../elements/theme.js';
import { StoreController } from '../state/store.js';
import { documentTitle, scenarioTitle } from '../text/scenario-title.js';
import { VIEWS } from '../views/index.js';
import { applyNamedRows, columnStyle, namedRows } from './chart-columns.js';
import { createCommands, listenToKeys } from './command-registry.js';
import { watchVisibility } from './visibility-watch.js';
import '../player/player.js';
import './chart-section.js';
import './live-summary.js';
import './notice-bar.js';
import './status-strips.js';

/** The commands that a locked embed omits: they change its scenario or open other pages. */
const LOCKED_COMMANDS = ['undo', 'redo', 'papers', 'study'];

/** The embed. */
export class GanttletEmbed extends PageElement {
  static properties = { address: { state: true } };

  static styles = [
    controlStyle,
    columnStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100dvh;
        overflow: auto;
      }
      p {
        margin: auto;
      }
      /** As high as its content; the embedding page receives the height. */
      :host([auto]) {
        height: auto;
        overflow: visible;
      }
      :host([auto]) chart-section {
        min-height: 280px;
      }
      :host([auto]) lesson-strip {
        --lesson-height: none;
      }
      /** The element that shows whether the embed is visible: at the edge, in the middle, above all others. */
      .probe {
        position: sticky;
        top: 50%;
        flex: none;
        width: 1px;
        height: 1px;
        margin-bottom: -1px;
        z-index: 60;
      }
      header {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 2px 8px 2px 12px;
        border-bottom: 1px solid var(--line);
      }
      h1 {
        flex: 1;
        min-width: 0;
        margin: 0;
        font-size: inherit;
        font-weight: 600;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .shown,
      .taught {
        flex: 1 0 auto;
        display: flex;
        flex-direction: column;
      }
      /* A lesson is beside its charts, which need the height. */
      @media (width >= 720px) {
        .taught {
          flex: 1 1 0;
          min-height: 0;
          display: grid;
          grid-template: minmax(0, 1fr) / minmax(240px, 30%) minmax(0, 1fr);
        }
        .taught > * {
          min-height: 0;
          overflow: auto;
        }
        /** In a frame that follows its content, rows have the height of their content. */
        :host([auto]) .taught {
          flex: none;
          grid-template-rows: auto;
        }
        :host([auto]) .taught > * {
          overflow: visible;
        }
      }
      /** A lesson above the charts leaves half of the frame for them. */
      @media (width < 720px) {
        :host(:not([auto])) lesson-strip {
          --lesson-height: 46dvh;
        }
      }
      main {
        flex: 1 0 auto;
        display: flex;
        flex-direction: column;
      }
      chart-section {
        flex: 1 0 auto;
      }
      metric-table,
      .view {
        margin: 12px;
      }
      study-view {
        flex: 1;
        min-height: 0;
      }
      gantt-player {
        position: sticky;
        bottom: 0;
        z-index: 4;
      }
    `,
  ];

  constructor() {
    super();
    /**
     * The watched element for visibility, and the function that stops watching.
     * @type {{probe: Element, end: () => void}|undefined}
     */
    this.watched = undefined;
    this.options = parseEmbedOptions('', '', VIEWS);
    this.phone = matchMedia('(width < 700px)');
    this.phone.addEventListener('change', () => this.requestUpdate());
    /** The address of the same content on the full page. */
    this.address = '';
    this.fromStore = new StoreController(this, ({ title, variants, scenario, lesson, beside, replicated, play, boardOnly }) => ({
      name: scenarioTitle({ title, variants, scenario }),
      done: variants.every(({ status }) => status === 'done'),
      inLesson: lesson !== null,
      board: play !== null,
      closedBoard: boardOnly && play === null && scenario === null,
      study: beside === 'study',
      replicated: replicated?.asked === true,
      named: namedRows(variants),
      under: VIEWS.find(({ id, under }) => under && variants.some(({ views }) => views[id])),
    }));
  }

  /** The page of this embed, with the parts and options in its address. @override */
  findPage() {
    // Several embeds in one document have their options in an attribute, in the form of an address.
    const { search, hash } = new URL(this.getAttribute('src') ?? location.href, document.baseURI);
    this.options = parseEmbedOptions(search, hash, VIEWS);
    this.address = new URL('./', document.baseURI).href + hash;
    const { theme, fragment, show } = this.options;
    const page = createPage({ views: VIEWS, asks: show.includes('question') });
    // Playback waits until the embed is known to be visible.
    setVisible(page, false);
    void startPage(page, { embedded: true, theme, fragment }).then(() => startAt(page, this.options));
    applyTheme(page);
    this.toggleAttribute('auto', this.options.auto);
    if (show.includes('controls')) void loadPart(page, 'The controls', () => import('../forms/embed-controls.js'));
    if (show.includes('plots')) void loadPart(page, 'The plots', () => import('../plot/plot-stack.js'));
    for (const { id, load } of VIEWS) if (show.includes(id)) void load(page);
    if (show.includes('metrics')) void loadPart(page, 'The tables of results', () => import('./result-elements.js'));
    return page;
  }

  connectedCallback() {
    super.connectedCallback();
    // Reconnected to a document.
    if (this.hasUpdated) this.watchVisibility();
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.scenario !== before.scenario || state.variants !== before.variants) void this.updateAddress();
    });
    const { page } = this;
    this.awake = releaseWhenIdle(page);
    // The document handles messages itself if it contains several embeds.
    if (this.hasAttribute('src')) return;
    this.deaf = listenToParent(async (post) => {
      const control = await loadPart(page, 'The code for messages', () => import('./embed-control.js'));
      if (!control) throw new Error('the code for messages could not be fetched');
      const answering = { changes: 0 };
      this.silent = control.watchEvents(page, post, answering);
      if (this.options.auto) this.tellHeight(post);
      return control.createActions(page, this, answering);
    });
  }

  /**
   * Sends the height of its content to the embedding page, now and after each change.
   * @param {(message: object) => void} post
   */
  tellHeight(post) {
    this.sizes = new ResizeObserver(() => post({ type: 'resize', height: Math.ceil(this.getBoundingClientRect().height) }));
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    this.awake?.();
    this.deaf?.();
    this.silent?.();
    this.sizes?.disconnect();
    this.watched?.end();
    this.watched = undefined;
  }

  willUpdate() {
    applyNamedRows(this, this.fromStore.value.named);
    if (this.fromStore.value.study) void loadPart(this.page, 'The study', () => import('../study/study-view.js'));
    if (this.fromStore.value.board) void loadPart(this.page, 'The boards', () => import('../play/play-dialog.js'));
    if (this.fromStore.value.replicated) void loadPart(this.page, 'The seeds', () => import('../study/seeds-line.js'));
    if (this.fromStore.value.inLesson) void loadPart(this.page, 'The lesson', () => import('../lessons/lesson-strip.js'));
  }

  /** Observes whether the embed is visible. */
  watchVisibility() {
    const probe = this.renderRoot.querySelector('.probe');
    if (!probe || probe === this.watched?.probe) return;
    this.watched?.end();
    this.watched = { probe, end: watchVisibility(this, probe, (seen) => setVisible(this.page, seen)) };
  }

  updated() {
    this.watchVisibility();
    // One of several embeds does not set the title of the document.
    if (!this.hasAttribute('src')) document.title = documentTitle(this.fromStore.value.study ? 'Study' : this.fromStore.value.name);
  }

  firstUpdated() {
    const commands = createCommands(this.page, { search: () => undefined, help: () => undefined });
    listenToKeys(this, this.options.lock ? commands.filter(({ id }) => !LOCKED_COMMANDS.includes(id)) : commands);
    void this.reportInvalidOptions();
  }

  /** Names the options that are invalid, including locked controls that do not exist. */
  async reportInvalidOptions() {
    const { unknown, locked } = this.options;
    const part = locked.length > 0 ? await loadPart(this.page, 'The controls', () => import('./embed-locks.js')) : undefined;
    const locks = await part?.unknownLocks(this.page, locked);
    const all = [...unknown, ...(locks?.unknown ?? []).map((id) => `lock=${id}`)];
    if (all.length > 0) showNotice(this.page, [invalidOptionsText(all), locks?.advice].filter(Boolean).join(' '), 'warning');
  }

  /** Updates the link to the whole page. */
  async updateAddress() {
    const { variants } = this.page.store.get();
    if (!variants.every(({ status }) => status === 'done')) return;
    try {
      const fragment = await addressFragment(this.page);
      if (fragment !== '') this.address = `${new URL('./', document.baseURI).href}#${fragment}`;
    } catch {
      // The opened address still gives the same scenario.
    }
  }

  render() {
    const { show, lock, locked } = this.options;
    const { name, inLesson, study, under, board, closedBoard } = this.fromStore.value;
    const inPlayer = show.includes('player') && !this.phone.matches;
    const header = html`<i class="probe"></i><header>
      <h1>${study ? 'Study' : name || 'Ganttlet'}</h1>
      ${lock ? nothing : html`<a class="button quiet" href=${this.address} target="_blank" rel="noopener">${icon('open')}Open in Ganttlet</a>`}
    </header>`;
    if (closedBoard) {
      return html`${header}<p><button @click=${() => openPlay(this.page, this.options.fragment)}>Open the board again</button></p><notice-bar></notice-bar>`;
    }
    if (study) return html`${header}<study-view plain>Opening the study …</study-view><notice-bar></notice-bar>`;
    return html`
      ${header}
      <verdict-strip></verdict-strip><diagnostic-strip></diagnostic-strip>
      <div class=${inLesson ? 'taught' : 'shown'}>
      ${inLesson ? html`<lesson-strip beside .locked=${lock}></lesson-strip>` : nothing}
      <main>
        ${show.includes('controls') && !lock ? html`<embed-controls .locked=${locked}></embed-controls>` : nothing}
        ${show.includes('gantt') ? html`<chart-section plain .asks=${show.includes('question')} .overview=${!inPlayer}></chart-section>` : nothing}
        ${under && show.includes(under.id) ? under.under?.() : nothing}
        ${show.includes('plots') ? html`<plot-stack></plot-stack>` : nothing}
        ${this.page.views.filter(({ id }) => show.includes(id)).map(({ panel }) => html`<div class="view">${panel()}</div>`)}
        ${show.includes('metrics') ? html`<metric-table></metric-table>` : nothing}
      </main>
      </div>
      ${show.includes('player') ? html`<gantt-player role="region" aria-label="Player" .overview=${inPlayer}></gantt-player>` : nothing}
      <live-summary></live-summary><notice-bar></notice-bar>
      ${board ? html`<play-dialog></play-dialog>` : nothing}
    `;
  }
}

customElements.define('ganttlet-embed', GanttletEmbed);
