/** Lets a loop sleep until it is woken or the time is up. A wake-up outside of a sleep ends the next sleep. */
export class Signal {
  private isSet = false;
  private endSleep?: () => void;

  wake(): void {
    this.isSet = true;
    this.endSleep?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isSet = false;
  }
}
