// docs/operations/scale.md: the number of processes changes while players are at work.
import { serviceNames } from '@sprayhunt/contracts';
import { expect, it } from '@jest/globals';
import { expectInvariants } from '../system/invariants.js';
import { mainJob } from '../system/main-job.js';
import { product, expectNoInterruption } from './product.js';

it('each service is scaled down to one process and up to two again, and nothing is refused', async () => {
  const { stack, players } = product;
  const seconds = serviceNames.map((name) => stack.instances(name)[1]!);
  await expectNoInterruption(async () => {
    await Promise.all(seconds.map((instance) => instance.stop()));
    expect(seconds.map(({ pid }) => pid())).toEqual(seconds.map(() => null));
    await mainJob(stack.url);
    await Promise.all(seconds.map((instance) => instance.start()));
  });
  await mainJob(stack.url);
  await expectInvariants(stack, players);
}, 120_000);
