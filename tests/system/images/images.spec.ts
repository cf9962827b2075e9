// The images as a cluster runs them. `.ci/images.sh` builds them and runs this; it is no part of `npm test`.
import { backendNames, serviceNames } from '@sprayhunt/contracts/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@sprayhunt/service-kit/testing';
import { uploadPicture } from '../access/world.js';
import { mainJob } from '../main-job.js';
import { Containers } from './containers.js';

const TIMEOUT = 180_000;
const containers = new Containers();

beforeAll(async () => {
  await containers.prepare();
  await containers.operations('database', 'provision');
  await containers.operations('database', 'migrate');
  for (const name of backendNames) await containers.start(name);
  for (const name of backendNames) await containers.healthy(name);
  await containers.start('gateway');
  await containers.healthy('gateway');
}, TIMEOUT);
afterAll(() => containers.remove(), TIMEOUT);

describe('the images', () => {
  it(
    'do the main job, with a read-only file system and no rights',
    async () => {
      const player = await mainJob(containers.url);
      // Made by a process of its own, with native code.
      const picture = await player.send('GET', new URL(await uploadPicture(player), containers.url).pathname);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    },
    TIMEOUT,
  );

  it(
    'bring the data that is shipped, once',
    async () => {
      const walls = async () =>
        (
          (await (
            await fetch(`${containers.url}/api/legal-walls/nearby?latitude=-37.8165&longitude=144.969&radius=50000`)
          ).json()) as unknown[]
        ).length;
      expect(await walls()).toBe(0);
      await containers.operations('catalogues');
      await eventually(async () => expect(await walls()).toBeGreaterThan(0));
      expect(await containers.operations('catalogues')).toContain('imported before');
    },
    TIMEOUT,
  );

  it('serve the page', async () => {
    const page = await fetch(containers.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
  });

  it(
    'find the database up to date after the commands of operations',
    async () => {
      expect(await containers.operations('database', 'status')).toBe(
        serviceNames.map((name) => `${name}: up to date`).join('\n'),
      );
    },
    TIMEOUT,
  );

  it.each(serviceNames)(
    'of %s does not run as root, has its labels and stops cleanly',
    async (name) => {
      const { Config } = await containers.inspect(name);
      expect(Config.User).toBe('10001:10001');
      expect(Config.Labels).toMatchObject({ 'org.opencontainers.image.title': `sprayhunt/${name}` });
      expect(await containers.stop(name)).toBe(0);
      expect(await containers.log(name)).toContain('"Stopping"');
    },
    TIMEOUT,
  );
});
