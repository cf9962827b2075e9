/** The package's own types lie under a name that TypeScript does not look for. */
declare module 'unicode-confusables' {
  const confusables: {
    /** Puts the character that each one is mistaken for in its place (Unicode TS 39). */
    rectifyConfusion(text: string): string;
  };
  export default confusables;
}
