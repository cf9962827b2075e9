/** Lets one loop sleep until it is woken or the time is up. A wake while it is not sleeping is remembered. */
export class Signal {
  private set = false;
  private sleeper?: () => void;

  wake(): void {
    this.set = true;
    this.sleeper?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.set) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.sleeper = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.sleeper = undefined;
    this.set = false;
  }
}
