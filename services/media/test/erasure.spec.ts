import { Readable } from 'node:stream';
import { accountDataErased, accountErased, avatarChanged, discoveryCreated } from '@sprayhunt/contracts';
import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { eventOf } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PictureMaker } from '../src/pipeline/picture-maker.js';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia;
let photo: Buffer;
beforeAll(async () => {
  media = await runMedia();
  photo = await cameraJpeg();
});
afterAll(() => media.stop());

const player = () =>
  ({ kind: 'player', subject: uuidv7(), status: 'verified', session: uuidv7(), address: '203.0.113.9' }) as const;
type Person = ReturnType<typeof player>;

const ADD_ART = `mutation ($input: AddArtInput!) { addArt(input: $input) { id } }`;
const addArt = (as: Person, picture: string) =>
  media.graphql<{ addArt: { id: string } }>(ADD_ART, { input: { imageUrl: `/objects/${picture}`, title: 'Fox' } }, as);
const statusOf = async (picture: string, size = '') => (await media.get(`/objects/${picture}${size}`)).status;

/** Every table's rows in which the id is anywhere, but for the list of those who are gone and the events themselves. */
async function traces({ subject }: Person): Promise<string[]> {
  const tables = await media.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()
      AND table_name NOT IN ('erased_accounts', 'outbox') AND table_name !~ '^(sent_events|inbox_)'`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (await media.database.query<object[]>(`SELECT FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`, [subject]))
        .length > 0
        ? [name]
        : [],
    ),
  );
  return found.flat();
}
const confirmed = async ({ subject }: Person) =>
  (
    await media.database.query<object[]>(
      `SELECT FROM ${publishedEvents()} WHERE subject = $1 AND event ->> 'subject' = $2`,
      [accountDataErased.subject, subject],
    )
  ).length;

async function erase(person: Person): Promise<void> {
  const before = await confirmed(person);
  await media.publish(eventOf(accountErased, { accountId: person.subject }));
  await eventually(async () => expect(await confirmed(person)).toBe(before + 1));
}

describe('an erased account', () => {
  it('loses gallery, pictures and tickets a moment later, from the store too, and then that is confirmed', async () => {
    const [gone, other] = [player(), player()];
    const [shown, hung, theirs] = [
      await media.picture(gone, photo),
      await media.picture(gone, photo),
      await media.picture(other, photo),
    ];
    await media.ticket(gone);
    await addArt(gone, hung);
    await media.publish(eventOf(avatarChanged, { accountId: gone.subject, pictureId: shown, previousPictureId: null }));
    await eventually(async () =>
      expect(await traces(gone)).toEqual(expect.arrayContaining(['art_items', 'picture_uses', 'pictures', 'uploads'])),
    );
    expect(await statusOf(hung, '/small')).toBe(200);
    await erase(gone);
    expect(await traces(gone)).toEqual([]);
    expect((await media.stored()).filter((path) => path.includes(shown) || path.includes(hung))).toEqual([]);
    for (const size of ['', '/small', '/medium', '/large'])
      expect([await statusOf(shown, size), await statusOf(hung, size)]).toEqual([404, 404]);
    expect((await media.get(`/objects/${shown}`, { 'if-none-match': `"${shown}-large"` })).status).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
  });

  it('is confirmed only when the store has really let go of the pictures', async () => {
    const gone = player();
    const picture = await media.picture(gone, photo);
    const remove = jest.spyOn(media.store, 'remove').mockRejectedValue(new Error('The store is unavailable'));
    await media.publish(eventOf(accountErased, { accountId: gone.subject }));
    await eventually(() => expect(remove).toHaveBeenCalled());
    await expect(media.sweep()).rejects.toThrow('The store is unavailable');
    expect([await confirmed(gone), await statusOf(picture)]).toEqual([0, 200]);
    remove.mockRestore();
    // A round of the service's own may have the picture.
    await eventually(async () => {
      await media.sweep();
      expect([await confirmed(gone), await statusOf(picture)]).toEqual([1, 404]);
    });
  });

  it('is not brought back by late events, a replay of the erasure, or an identity that is still valid', async () => {
    const [gone, other] = [player(), player()];
    await media.picture(gone, photo);
    const ticket = await media.ticket(gone);
    await erase(gone);
    await media.publish(
      eventOf(discoveryCreated, {
        ...{
          discoveryId: uuidv7(),
          playerId: gone.subject,
          role: 'artist',
          pinType: 'tag',
          isFreshArt: false,
          tokens: 150,
          xp: 15,
          latitude: 1,
          longitude: 2,
        },
        ...{ title: null, pictureId: ticket.id, hasDescription: false, createdAt: new Date().toISOString() },
      }),
    );
    await media.publish(
      eventOf(avatarChanged, { accountId: gone.subject, pictureId: ticket.id, previousPictureId: null }),
    );
    await erase(gone);
    expect((await media.put(ticket.path, photo)).status).toBe(404);
    const late = await media.ticket(gone);
    expect((await media.put(late.path, photo)).status).toBe(404);
    expect((await addArt(gone, await media.picture(other, photo))).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
    expect(await traces(gone)).toEqual([]);
    expect((await media.stored()).filter((path) => path.includes(ticket.id) || path.includes(late.id))).toEqual([]);
  });

  it('includes an upload whose bytes are still arriving', async () => {
    const gone = player();
    const ticket = await media.ticket(gone);
    const slow = new Readable({ read() {} });
    slow.push(photo.subarray(0, 1_000));
    const response = media.send('PUT', ticket.path, slow, { 'content-length': String(photo.length) });
    await eventually(async () => expect((await media.stored()).some((path) => path.startsWith('.spool/'))).toBe(true));
    await erase(gone);
    slow.push(photo.subarray(1_000));
    slow.push(null);
    expect((await response).status).toBe(404);
    expect(await traces(gone)).toEqual([]);
    expect((await media.stored()).filter((path) => path.includes(ticket.id))).toEqual([]);
  });

  it('does not wait for pictures that are being processed', async () => {
    const [gone, other] = [player(), player()];
    const maker = media.app.get(PictureMaker);
    const made = maker.make.bind(maker);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const spy = jest.spyOn(maker, 'make').mockImplementation(async (...file) => {
      const picture = await made(...file);
      await held;
      return picture;
    });
    const tickets = [await media.ticket(gone), await media.ticket(other)];
    const responses = tickets.map(({ path }) => media.put(path, photo));
    await eventually(() => expect(spy).toHaveBeenCalledTimes(2));
    await erase(gone);
    go();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 200]);
    spy.mockRestore();
    expect(await traces(gone)).toEqual([]);
    expect((await media.stored()).filter((path) => path.includes(tickets[0]!.id))).toEqual([]);
  });

  it('leaves nothing, whatever is sent while it is being erased', async () => {
    const gone = player();
    const sent: string[] = [];
    let going = true;
    let refused = 0;
    const senders = Array.from({ length: 3 }, async () => {
      while (going) {
        const { id, path } = await media.ticket(gone);
        const { status } = await media.put(path, photo);
        if (status === 200) {
          sent.push(id);
          await addArt(gone, id);
        } else refused += status === 404 ? 1 : 0;
      }
    });
    await eventually(() => expect(sent.length).toBeGreaterThan(3));
    await erase(gone);
    await eventually(() => expect(refused).toBeGreaterThan(3));
    going = false;
    await Promise.all(senders);
    expect(await traces(gone)).toEqual([]);
    expect((await media.stored()).filter((path) => sent.some((id) => path.includes(id)))).toEqual([]);
  });

  it('is refused by every table that has an account column', async () => {
    const unguarded = await media.database.query<{ name: string }[]>(
      `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
       WHERE c.table_schema = current_schema() AND c.column_name ~ '(account|owner|player|user)_id' AND NOT EXISTS (
         SELECT FROM information_schema.triggers t
         WHERE t.trigger_schema = c.table_schema AND t.event_object_table = c.table_name
           AND t.trigger_name = c.table_name || '_keep_erased_out')
       ORDER BY 1`,
    );
    expect(unguarded.map(({ name }) => name)).toEqual(['erased_accounts', 'unswept_owners']);
  });
});
