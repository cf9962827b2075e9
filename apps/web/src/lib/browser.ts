/** Leaves the single-page app for an address that the server answers. One place, so that tests can watch it. */
export const browser = {
  goTo(address: string): void {
    window.location.assign(address);
  },
  /** Begins the page anew; what was typed is lost. */
  reload(): void {
    window.location.reload();
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer');
  },
};
