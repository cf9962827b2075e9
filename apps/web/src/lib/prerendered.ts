/** The element that the page is in. */
export const pageRoot = () => document.getElementById('root');

/**
 * Whether the document came with its screen, which the build rendered; other documents come with the picture of one
 * that loads.
 */
export const isPrerendered = () => pageRoot()?.dataset.rendered !== undefined;
