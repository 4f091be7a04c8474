/** @file `<ganttlet-app>`: the layout of the page: scenario at the left, charts in the middle, details at the right, time at the bottom. */

import { html, nothing } from 'lit';
import { THEMES } from '../address/links.js';
import { createPage } from '../commands/page.js';
import { loadPart, RELOAD } from '../commands/part-loading.js';
import { openPlay, redo, selectSubject, setRegion, setTheme, startPage, toggleScreen, undo } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon, pathIcon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { applyTheme } from '../elements/theme.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { fetchCatalog } from '../services/catalog.js';
import { StoreController } from '../state/store.js';
import { documentTitle, scenarioTitle } from '../text/scenario-title.js';
import { VIEWS } from '../views/index.js';
import { appStyle } from './app-style.js';
import { applyNamedRows, columnStyle, namedRows } from './chart-columns.js';
import { DIALOGS, FORMS, LATER_PARTS, loadForms, ON_DEMAND_PARTS } from './page-parts.js';
import '../gantt/search-box.js';
import '../player/player.js';
import './chart-section.js';
import './notice-bar.js';
import './status-strips.js';

/** @import { Theme } from '../types.js' */
/** @import { Command } from './command-registry.js' */

/** Minimum width with a panel beside the charts, CSS pixels. */
const DESK_PX = 1100;
/** Below this width the panels are below the charts, CSS pixels. */
const PHONE_PX = 700;
/** Minimum width with an initially open panel, CSS pixels. */
const WIDE_PX = 1600;

/** The page. */
export class GanttletApp extends PageElement {
  static properties = {
    panel: { state: true },
    exporting: { state: true },
    absent: { state: true },
    panelAbsent: { state: true },
  };

  static styles = [controlStyle, columnStyle, appStyle];

  constructor() {
    super();
    /** The initially open panel; empty for none. */
    this.first = innerWidth >= WIDE_PX ? 'policy' : '';
    /** The open panel. */
    this.panel = this.first;
    /** Whether the reader has chosen a panel; until then the page chooses. */
    this.chosen = false;
    this.exporting = false;
    /** Whether printing is in progress. */
    this.printing = false;
    /** The reason why the screen in place of the charts cannot be shown; empty if it can. */
    this.absent = '';
    /** The reason why the open panel cannot be shown; empty if it can. */
    this.panelAbsent = '';
    /** The parts that the state needs and that are loaded on first use. */
    this.needed = '';
    this.phone = matchMedia(`(width < ${PHONE_PX}px)`);
    this.phone.addEventListener('change', () => this.requestUpdate());
    this.fromStore = new StoreController(this, (state) => {
      const { theme, selected, outlined, failure, lesson, variants, unopened } = state;
      return {
        name: scenarioTitle(state),
        theme,
        inspecting: selected >= 0 && !outlined,
        region: state.region !== null && !state.choosing,
        failure,
        inLesson: lesson !== null,
        pending: isPredictionPending(lesson),
        replicated: state.replicated?.asked === true,
        complete: variants.length > 0 && variants.every(({ status }) => status === 'done'),
        logged: state.openedLog !== '',
        beside: state.beside,
        glossary: state.glossary !== null,
        playing: state.play !== null,
        columns: state.columns !== null,
        named: namedRows(variants),
        asked: (state.scenario?.workload ?? []).some((part) => 'file' in part),
        views: this.page.views
          .filter(({ id, fetchData }) => !fetchData || variants.some(({ views }) => views[id]))
          .map(({ id }) => id)
          .join(' '),
        draft: unopened !== '',
      };
    });
    /** @type {Promise<readonly Command[]>|undefined} */
    this.commands = undefined;
    /** The chart from which the details were opened. @type {import('../gantt/chart.js').GanttChart|undefined} */
    this.from = undefined;
    /** Whether the details are about to close with the focus inside. */
    this.leaving = false;
  }

  /** @override */
  findPage() {
    const page = createPage({ views: VIEWS });
    void startPage(page, { fetchCatalog });
    applyTheme(page);
    for (const { what, load } of LATER_PARTS) void loadPart(page, what, load);
    return page;
  }

  firstUpdated() {
    this.addEventListener('focus-place', (event) => void this.goToDiagnostic(/** @type {CustomEvent} */ (event)));
    this.addEventListener('sweep-this', async (event) => {
      const studies = await loadPart(this.page, 'The studies', () => import('../forms/study-buttons.js'));
      studies?.openSweep(this.page, /** @type {CustomEvent} */ (event).detail);
    });
    this.addEventListener(
      'print-screen',
      (event) => void this.print(/** @type {CustomEvent<{current: boolean}>} */ (event).detail.current),
    );
    // Scripts that print the window get the same page.
    const print = window.print.bind(window);
    window.print = () => void (this.printing ? print() : this.print());
    void this.loadCommands();
    // The tables are loaded when the numbers below the plots come near the view.
    const below = this.renderRoot.querySelector('.numbers');
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        void loadPart(this.page, 'The tables of results', () => import('./result-elements.js'));
      },
      { root: null, rootMargin: '400px' },
    );
    if (below) near.observe(below);
  }

  /** The commands, after their code is loaded; the first chart does not wait for it, and their keys work only then. */
  loadCommands() {
    /** Loads the keys and commands and connects them to the parts of the page. */
    const load = async () => {
      const part = await loadPart(this.page, 'The keys and commands', () => import('./command-registry.js'));
      const commands =
        part?.createCommands(this.page, {
          search: () => this.focusSearch(),
          charts: () => this.focusCharts(),
          .../** @type {Record<keyof typeof DIALOGS, () => unknown>} */ (
            Object.fromEntries(Object.keys(DIALOGS).map((id) => [id, () => this.openDialog(/** @type {keyof typeof DIALOGS} */ (id))]))
          ),
          region: () => this.focusRegion(),
          print: () => this.print(),
          optimum: () => this.openOptimum(),
          ...Object.fromEntries(['fork', 'discard-fork', 'morph'].map((id) => [id, () => this.dispatchEvent(new Event(id))])),
        }) ?? [];
      part?.listenToKeys(this, commands);
      return commands;
    };
    this.commands ??= load();
    return this.commands;
  }

  /** Moves the focus to the search box; on a phone it is in the menu. */
  focusSearch() {
    if (this.phone.matches) /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('#menu'))?.showPopover();
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('gantt-search'))?.focus();
  }

  /** Opens a dialog. @param {keyof typeof DIALOGS} id */
  async openDialog(id) {
    const { what, load, element } = DIALOGS[id];
    if (!(await loadPart(this.page, what, /** @type {() => Promise<unknown>} */ (load)))) return;
    const dialog = /** @type {import('./help-dialog.js').HelpDialog|null} */ (this.renderRoot.querySelector(element));
    if (dialog && 'commands' in dialog) dialog.commands = await this.loadCommands();
    void dialog?.open();
  }

  /** Prints the screen. @param {boolean} [current] whether charts end at the playhead */
  async print(current = false) {
    const part = await loadPart(this.page, 'The print view', () => import('./print-command.js'));
    this.printing = true;
    await part?.printScreen(this.page, this.renderRoot.querySelector('study-view'), current);
    this.printing = false;
  }

  /** Opens the panel of bounds and optima. */
  async openOptimum() {
    // The tables above the panel would move it later.
    const tables = loadPart(this.page, 'The tables of results', () => import('./result-elements.js'));
    await Promise.all([tables, loadPart(this.page, 'The bounds', () => import('../optimum/optimum-panel.js'))]);
    await /** @type {import('../optimum/optimum-panel.js').OptimumPanel|null} */ (this.renderRoot.querySelector('optimum-panel'))?.open();
  }

  /** Selects a region of the charts if there is none, and moves the focus to it. */
  async focusRegion() {
    const [part, panel] = await Promise.all([
      loadPart(this.page, 'The selection of regions', () => import('../gantt/region-selection.js')),
      loadPart(this.page, 'The region panel', () => import('../gantt/region-panel.js')),
    ]);
    if (!part || !panel) return;
    selectSubject(this.page, -1);
    if (!this.page.store.get().region) await part.selectMiddle(this.page);
    await this.updateComplete;
    const shown = /** @type {import('../gantt/region-panel.js').RegionPanel|null} */ (this.renderRoot.querySelector('region-panel'));
    await shown?.updateComplete;
    shown?.focusRegion();
  }

  /** The special views that have data. */
  get offeredViews() {
    const { views } = this.fromStore.value;
    return this.page.views.filter(({ id }) => views.split(' ').includes(id));
  }

  /** All current panels; the text of the scenario is last. */
  get listPanels() {
    const forms = FORMS.map((form) => ({ ...form, label: `Edit: ${form.name}`, mark: icon(form.icon) }));
    const views = this.offeredViews.map((view) => ({ ...view, label: view.name, mark: pathIcon(view.icon), part: view.panel }));
    return [...forms.slice(0, -1), ...views, ...forms.slice(-1)];
  }

  /** Returns the focus to the export button when the menu closes. @param {ToggleEvent} event */
  restoreFocus({ newState, target }) {
    if (newState === 'closed' && /** @type {Element} */ (target).matches(':focus-within')) {
      /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[popovertarget="exports"]'))?.focus();
    }
  }

  /** @param {ToggleEvent} event */
  onExportToggle(event) {
    this.exporting = event.newState === 'open';
    if (this.exporting) void loadForms(this.page);
  }

  /** Opens or closes a panel. */
  togglePanel(/** @type {string} */ id) {
    this.panel = this.panel === id ? '' : id;
    this.chosen = true;
    // On a phone the panel is below the charts, so it is scrolled into view.
    if (this.panel && this.phone.matches) {
      void this.updateComplete.then(() => this.renderRoot.querySelector('.panel:not([hidden])')?.scrollIntoView({ block: 'start' }));
    }
  }

  /** Moves the focus between tabs by arrow keys. */
  onTabKey(/** @type {KeyboardEvent} */ event) {
    const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.code];
    if (way === undefined) return;
    event.preventDefault();
    const tabs = /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll('.rail button')]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    tabs[(at + way + tabs.length) % tabs.length]?.focus();
  }

  /** @param {Event} event of the chart with the selected bar */
  focusDetails(event) {
    this.from = /** @type {import('../gantt/chart.js').GanttChart} */ (event.composedPath()[0]);
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('aside'))?.focus();
  }

  willUpdate() {
    const { draft, inspecting, region, theme } = this.fromStore.value;
    this.leaving = !inspecting && !region && this.renderRoot.querySelector('aside:focus-within') !== null;
    const opening = this.offeredViews.find(({ opens }) => opens);
    const open = this.page.views.some(({ id, opens }) => opens && id === this.panel);
    const first = theme === 'projector' ? '' : this.first;
    if (!this.chosen && this.panel === this.first) this.panel = first;
    if (!this.chosen && open !== (opening !== undefined) && innerWidth >= DESK_PX) this.panel = opening?.id ?? first;
    if (!this.chosen && draft && innerWidth >= DESK_PX) this.panel = 'json';
    // A special view without data in other runs closes.
    if (this.page.views.some((view) => view.id === this.panel && !this.offeredViews.includes(view))) this.panel = '';
    applyNamedRows(this, this.fromStore.value.named);
    this.toggleAttribute('beside', this.fromStore.value.beside !== '');
    this.loadNeededParts();
  }

  /** Loads the parts that the state needs; a failed part is loaded again when it is opened again. */
  loadNeededParts() {
    const { beside } = this.fromStore.value;
    const parts = ON_DEMAND_PARTS.filter(({ when }) => this.fromStore.value[when]);
    const needed = [this.panel, beside, ...parts.map(({ what }) => what)].join();
    if (needed === this.needed) return;
    this.needed = needed;
    this.panelAbsent = '';
    this.absent = '';
    const panel = this.panel;
    const tell = (/** @type {string} */ sentence) => {
      if (this.panel === panel) this.panelAbsent = sentence;
    };
    const view = this.page.views.find(({ id }) => id === panel);
    if (view) void view.load(this.page, tell);
    else if (panel !== '') void loadForms(this.page, tell);
    for (const { what, load } of parts) void loadPart(this.page, what, /** @type {() => Promise<unknown>} */ (load));
    if (beside) {
      const what = beside === 'papers' ? 'The published experiments' : 'The studies';
      const tellAbsent = (/** @type {string} */ sentence) => (this.absent = sentence);
      void loadPart(this.page, what, () => import('../study/study-view.js'), tellAbsent);
    }
  }

  updated() {
    const { name, beside } = this.fromStore.value;
    document.title = documentTitle({ papers: 'Published experiments', study: 'Study', '': name }[beside]);
    if (this.leaving && this.from?.isConnected) this.from.focusBars();
    else if (this.leaving) this.focusCharts();
  }

  /** The screen in place of the charts, or the reason why it is missing. @param {'papers'|'study'} what */
  renderStudyScreen(what) {
    if (this.absent === '') return html`<study-view>Opening the ${what === 'papers' ? 'published experiments' : 'studies'} …</study-view>`;
    return html`<div class="absent" role="alert">
      <p>${this.absent}</p>
      <button @click=${RELOAD.run}>${RELOAD.label}</button>
      <button @click=${() => toggleScreen(this.page, what)}>Back to the charts</button>
    </div>`;
  }

  /** The reason why the open panel is empty. */
  renderPanelError() {
    return html`<div role="alert">
      <p>${this.panelAbsent}</p>
      <button @click=${RELOAD.run}>${RELOAD.label}</button>
    </div>`;
  }

  render() {
    const { inspecting, region, failure, inLesson, pending, beside, logged } = this.fromStore.value;
    // On a phone a lesson and the summary of a log scroll with the charts, elsewhere they are above them.
    const log = logged ? html`<log-strip></log-strip>` : nothing;
    const lesson = inLesson ? html`<lesson-strip @lessons=${() => this.openDialog('lessons')}></lesson-strip>` : nothing;
    return html`
      ${beside ? nothing : html`<button class="skip" @click=${this.focusCharts}>To the charts</button>`}
      ${this.renderHeader()}
      ${beside ? this.renderStudyScreen(beside) : nothing}
      <div class="strips" ?hidden=${beside !== ''}>${this.phone.matches ? nothing : lesson}<verdict-strip></verdict-strip><diagnostic-strip></diagnostic-strip><file-strip></file-strip>${this.phone.matches ? nothing : log}</div>
      <div class="body ${this.panel ? 'with-panel' : ''} ${this.listPanels.find(({ id }) => id === this.panel)?.roomy ? 'roomy' : ''} ${inspecting ? 'with-details' : ''}" ?hidden=${beside !== ''}>
        ${this.phone.matches ? html`${lesson}${log}` : this.renderRail()}
        ${this.listPanels.map(
          ({ id, name, label, part }) => html`<section id="panel-${id}" class="panel" aria-label=${label} ?hidden=${this.panel !== id}>
            ${this.panel === id ? html`<h2 class="unseen">${name}</h2>${this.panelAbsent ? this.renderPanelError() : part()}` : nothing}
          </section>`,
        )}
        <main @inspect=${this.focusDetails}>
          <morph-view></morph-view>${failure ? nothing : html`<chart-section .overview=${this.phone.matches}></chart-section>`}
          <div class="below" ?hidden=${pending}>
            <regret-strip></regret-strip><plot-stack></plot-stack>
            <div class="numbers"><metric-table></metric-table><cdf-plot></cdf-plot></div>
            <optimum-panel></optimum-panel>
          </div>
        </main>
        ${inspecting || region ? html`<aside tabindex="-1" class=${!inspecting && this.isAsideLeft() ? 'left' : ''} aria-label=${inspecting ? 'Details of the selected job' : 'Statistics of the selection'} @keydown=${this.onAsideKey}>${inspecting ? html`<job-inspector></job-inspector>` : html`<region-panel></region-panel>`}</aside>` : nothing}
      </div>
      <gantt-player role="region" aria-label="Player" .overview=${!this.phone.matches} ?hidden=${beside !== ''}></gantt-player>
      ${this.phone.matches && !beside ? this.renderRail() : nothing}
      <live-summary></live-summary>
      <notice-bar role="region" aria-label="Notices and progress"></notice-bar>
      <div id="exports" popover role="dialog" aria-label="Export" @beforetoggle=${this.restoreFocus} @toggle=${this.onExportToggle}>${this.exporting ? html`<export-menu></export-menu>` : nothing}</div>
      <share-dialog></share-dialog>
      <help-dialog></help-dialog>
      <command-palette></command-palette>
      <glossary-dialog></glossary-dialog>
      <play-dialog></play-dialog>
      <column-dialog></column-dialog>
      <page-tour></page-tour>
      <gallery-dialog></gallery-dialog>
      <lesson-dialog></lesson-dialog>
      <drop-overlay></drop-overlay><fork-host></fork-host><print-watch></print-watch>
    `;
  }

  /** Moves the focus to the first chart. */
  focusCharts() {
    /** @type {import('./chart-section.js').ChartSection|null} */ (this.renderRoot.querySelector('chart-section'))?.focusCharts();
  }

  /** @param {KeyboardEvent} event */
  onAsideKey(event) {
    if (event.code !== 'Escape') return;
    event.preventDefault();
    if (this.fromStore.value.inspecting) selectSubject(this.page, -1);
    else setRegion(this.page, null);
  }

  /** Whether the statistics of a region are at the left, so that they do not cover it. */
  isAsideLeft() {
    const { region, view } = this.page.store.get();
    return !this.panel && region !== null && (region.from_s + region.to_s) / 2 > view.from_s + (view.to_s - view.from_s) * 0.55;
  }

  /**
   * Goes to the field of a diagnostic: opens its panel, or the scenario as text.
   * @param {CustomEvent<{diagnostic: import('../types.js').Diagnostic}>} event
   */
  async goToDiagnostic(event) {
    event.preventDefault();
    const { place = '' } = event.detail.diagnostic;
    const first = place.split('/')[1] ?? '';
    if (this.panel !== 'json') this.panel = FORMS.find(({ members }) => members.split(' ').includes(first))?.id ?? 'json';
    this.chosen = true;
    const [forms, focus] = await Promise.all([
      loadForms(this.page),
      loadPart(this.page, 'The forms', () => import('../elements/field-focus.js')),
    ]);
    if (!forms || !focus) return;
    // The form of the panel renders after the panel.
    await this.updateComplete;
    requestAnimationFrame(() => focus.focusField(this.renderRoot, place));
  }

  /** Renders the head of the page: name, example, navigation, search and theme. */
  renderHeader() {
    const { name, beside } = this.fromStore.value;
    const phone = this.phone.matches;
    return html`<header>
      ${phone ? html`<button class="icon-only" aria-label="Menu" popovertarget="menu">${icon('menu')}</button>` : nothing}
      <h1><span class="mark" aria-hidden="true"><i></i><i></i><i></i></span><span class="brand">Ganttlet</span></h1>
      ${beside ? nothing : html`<button class="quiet title" aria-haspopup="dialog" title="${name}. Open another example" @click=${() => this.openDialog('examples')}><span class="name">${name}</span>${icon('down')}</button>`}
      <span class="room"></span>
      ${phone ? nothing : html`${this.renderNavigation()}${beside ? nothing : html`<gantt-search .leave=${() => this.focusCharts()}></gantt-search>`}`}
      ${beside ? nothing : this.renderScenarioButtons(phone)}
      ${phone ? nothing : this.renderThemeChooser()}
      <button class="icon-only" aria-label="Help" title="Keys and gestures (?)" @click=${() => this.openDialog('help')}>${icon('help')}</button>
      ${phone ? html`<div id="menu" popover role="dialog" aria-label="Menu">${this.renderNavigation()}${beside ? nothing : html`<gantt-search></gantt-search>${this.renderRedoButton()}${this.renderExportButton()}`}${this.renderThemeChooser()}</div>` : nothing}
    </header>`;
  }

  /** The buttons that open examples, lessons, published experiments and studies. */
  renderNavigation() {
    const { beside } = this.fromStore.value;
    // The menu of a phone closes after a choice.
    const gone = (/** @type {() => unknown} */ go) => () => {
      if (this.phone.matches) /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('#menu'))?.hidePopover();
      go();
    };
    return html`<button class="quiet" @click=${gone(() => this.openDialog('examples'))}>Examples</button>
      <button class="quiet" aria-haspopup="dialog" data-tour="lessons" @click=${gone(() => this.openDialog('lessons'))}>Lessons</button>
      <button class="quiet" aria-pressed=${beside === 'papers'} title="Published experiments (P)" @click=${gone(() => toggleScreen(this.page, 'papers'))}>Papers</button>
      <button class="quiet" aria-pressed=${beside === 'study'} title="Study: many seeds and settings (Y)" @click=${gone(() => toggleScreen(this.page, 'study'))}>Study</button>
      ${this.phone.matches && !beside ? html`<button class="quiet" aria-haspopup="dialog" @click=${gone(() => openPlay(this.page))}>Schedule it yourself</button><button class="quiet" @click=${gone(() => this.dispatchEvent(new Event('morph')))}>Morph</button>` : nothing}`;
  }

  /** The buttons for the scenario on screen. @param {boolean} phone */
  renderScenarioButtons(phone) {
    return html`<button class="icon-only" aria-label="Undo" title="Undo (Ctrl Z)" @click=${() => undo(this.page)}>${icon('undo')}</button>
      ${phone ? nothing : this.renderRedoButton()}
      <button class=${phone ? 'icon-only' : 'edged'} aria-label="Share" aria-haspopup="dialog" @click=${() => this.openDialog('share')}>${icon('share')}${phone ? nothing : 'Share'}</button>
      ${phone ? nothing : this.renderExportButton()}`;
  }

  renderRedoButton() {
    return html`<button class="icon-only" aria-label="Redo" title="Redo (Ctrl Shift Z)" @click=${() => redo(this.page)}>${icon('redo')}<span class="menu-only">Redo</span></button>`;
  }

  renderExportButton() {
    return html`<button class="edged" aria-label="Export" popovertarget="exports">${icon('export')}Export</button>`;
  }

  /** An icon with the list of themes below it. */
  renderThemeChooser() {
    const { theme } = this.fromStore.value;
    return html`<label class="theme" title="Theme (T)">${icon(theme)}<span class="menu-only">Theme: ${theme}</span>
      <select aria-label="Theme" @change=${(/** @type {Event} */ event) => setTheme(this.page, /** @type {Theme} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${THEMES.map((id) => html`<option value=${id} ?selected=${id === theme}>${id}</option>`)}
      </select>
    </label>`;
  }

  /** Renders the buttons that open the panels of the scenario. */
  renderRail() {
    return html`<nav class="rail" aria-label="Scenario">
      ${this.listPanels.map(
        ({ id, name, mark }) => html`<button
          class="quiet"
          aria-expanded=${this.panel === id}
          aria-controls="panel-${id}"
          @click=${() => this.togglePanel(id)}
          @keydown=${this.onTabKey}
        >
          ${mark}<span>${name}</span>
        </button>`,
      )}
    </nav>`;
  }
}

customElements.define('ganttlet-app', GanttletApp);
