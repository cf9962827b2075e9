/**
 * Lets loops sleep until they are woken or the time is up. A wake ends one sleep; while none sleeps, it is remembered.
 */
export class Signal {
  private set = false;
  private readonly sleepers = new Set<() => void>();

  wake(): void {
    const [sleeper] = this.sleepers;
    if (sleeper) sleeper();
    else this.set = true;
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.set) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          this.sleepers.delete(end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        this.sleepers.add(end);
      });
    }
    this.set = false;
  }
}
