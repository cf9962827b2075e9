/** Leaves the single-page app for an address that the server handles. One function, so that tests can observe it. */
export const browser = {
  goTo(address: string): void {
    window.location.assign(address);
  },
  /**
   * As `goTo`, in place of the page's entry of the history: Back does not lead to a page that would only redirect
   * again.
   */
  redirect(address: string): void {
    window.location.replace(address);
  },
  /** Reloads the page; unsaved input is lost. */
  reload(): void {
    window.location.reload();
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer');
  },
};
