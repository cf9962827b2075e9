/** Leaves the single-page app for an address that the server handles. One function, so that tests can observe it. */
export const browser = {
  goTo(address: string): void {
    window.location.assign(address);
  },
  /** Reloads the page; unsaved input is lost. */
  reload(): void {
    window.location.reload();
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer');
  },
};
