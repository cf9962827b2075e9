import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';

/**
 * GraphiQL draws its editors before they have a size and their font, so that line numbers overlap the text; this draws
 * them again when they have. It also names the editors and lets the keyboard reach what scrolls, which GraphiQL does
 * not.
 */
export function RedrawEditors() {
  const { queryEditor, variableEditor, responseEditor } = useEditorContext({ nonNull: true });
  useEffect(() => {
    const named = [
      { editor: queryEditor, name: 'Document' },
      { editor: variableEditor, name: 'Variables' },
      { editor: responseEditor, name: 'Response' },
    ];
    const editors = named.flatMap(({ editor, name }) => {
      editor?.setOption('screenReaderLabel', name);
      editor?.getScrollerElement().setAttribute('tabindex', '0');
      return editor ?? [];
    });
    const redraw = () => editors.forEach((editor) => editor.refresh());
    const sizes = new ResizeObserver(redraw);
    for (const editor of editors) sizes.observe(editor.getWrapperElement());
    void document.fonts.load('1em "Fira Code"').then(redraw);
    return () => sizes.disconnect();
  }, [queryEditor, variableEditor, responseEditor]);
  return null;
}
