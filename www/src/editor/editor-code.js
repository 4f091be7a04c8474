/** @file The code editor, loaded only when the scenario is opened as JSON, because of its size. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { diagnosticMarks, smallestChange } from './editor-text.js';

/** @import { Editor, EditorNeeds } from './editor-text.js' */

/** Marks an external change, which must not be reported. */
const externalChange = Annotation.define();

const syntaxColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)' },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--ink-soft)' },
]);

const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '12.5px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono, ui-monospace, monospace)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 2px 0 0 var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--edge)' },
  '.cm-panels input, .cm-panels button': { color: 'var(--ink)', background: 'var(--paper)' },
  '.cm-diagnostic': { padding: '4px 8px', maxWidth: '420px' },
});

/**
 * Creates the editor.
 * @param {EditorNeeds} needs
 * @returns {Editor}
 */
export function createEditor({ parent, root, text, changed, left }) {
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        json(),
        syntaxHighlighting(syntaxColours),
        editorTheme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Scenario as JSON', tabindex: '0' }),
        // Tab leaves the editor, for keyboard users.
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(externalChange))) {
            changed(update.state.doc.toString());
          }
        }),
        EditorView.domEventHandlers({ blur: () => left() }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => {
      const change = smallestChange(view.state.doc.toString(), next);
      if (change) view.dispatch({ changes: change, annotations: externalChange.of(true) });
    },
    setDiagnostics: (diagnostics) => {
      view.dispatch(setDiagnostics(view.state, diagnosticMarks(view.state.doc.toString(), diagnostics)));
    },
    select: (from, to) => {
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
