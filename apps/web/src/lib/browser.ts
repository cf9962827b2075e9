/** Leaves the single-page app for an address that the server answers. One place, so that tests can watch it. */
export const browser = {
  goTo(address: string): void {
    window.location.assign(address);
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer');
  },
};
