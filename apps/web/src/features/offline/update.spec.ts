import { expect, it, jest } from '@jest/globals';
import { waitingUpdate } from './update';

function fakeWorker() {
  const listeners: (() => void)[] = [];
  const messageSkipWaiting = jest.fn();
  return {
    worker: {
      addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
      messageSkipWaiting,
    } as unknown as Parameters<typeof waitingUpdate>[0],
    messageSkipWaiting,
    takeCharge: () => listeners.forEach((listener) => listener()),
  };
}
const settled = async (promise: Promise<void>) => {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  return isSettled;
};

it('is taken once the new version is in charge', async () => {
  const { worker, messageSkipWaiting, takeCharge } = fakeWorker();
  const taken = waitingUpdate(worker).take();
  expect(messageSkipWaiting).toHaveBeenCalledTimes(1);
  expect(await settled(taken)).toBe(false);
  takeCharge();
  expect(await settled(taken)).toBe(true);
});

it('is taken at once where another tab has put it in charge before', async () => {
  const { worker, takeCharge } = fakeWorker();
  const update = waitingUpdate(worker);
  takeCharge();
  expect(await settled(update.take())).toBe(true);
});
