import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';

/** GraphiQL draws its editors before they have a size and their font, so that line numbers stand in the text; this draws them again when they have. */
export function RedrawEditors() {
  const { queryEditor, variableEditor, responseEditor } = useEditorContext({ nonNull: true });
  useEffect(() => {
    const editors = [queryEditor, variableEditor, responseEditor].filter((editor) => editor !== null);
    const redraw = () => editors.forEach((editor) => editor.refresh());
    const sizes = new ResizeObserver(redraw);
    for (const editor of editors) sizes.observe(editor.getWrapperElement());
    void document.fonts.load('1em "Fira Code"').then(redraw);
    return () => sizes.disconnect();
  }, [queryEditor, variableEditor, responseEditor]);
  return null;
}
