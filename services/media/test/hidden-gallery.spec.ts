import { accountErased, galleryVisibilityChanged } from '@sprayhunt/contracts';
import type { Identity } from '@sprayhunt/service-kit';
import { eventually } from '@sprayhunt/service-kit/testing';
import { eventOf, guest } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cameraJpeg } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

const ADD = 'mutation ($input: AddArtInput!) { addArt(input: $input) { id } }';
const GALLERY = 'nodes { id title imageUrl } edges { cursor } pageInfo { hasNextPage endCursor }';
const MINE = `{ myArt(first: 10) { ${GALLERY} } }`;
const THEIRS = `query ($playerId: ID!, $first: Int!) { playerArt(playerId: $playerId, first: $first) { ${GALLERY} } }`;
const VIEW = 'mutation ($id: ID!) { viewArt(id: $id) { views } }';
const NOTHING = { nodes: [], edges: [], pageInfo: { hasNextPage: false, endCursor: null } };

let media: RunningMedia;
let photo: Buffer;
beforeAll(async () => {
  media = await runMedia();
  photo = await cameraJpeg({ width: 300, height: 200 });
});
afterAll(() => media.stop());

type Player = Identity & { subject: string };
const player = (): Player => ({ ...guest(), kind: 'player', status: 'verified' });

async function withArt(as = player()) {
  const imageUrl = `/objects/${await media.picture(as, photo, 'artwork')}`;
  const { data } = await media.graphql<{ addArt: { id: string } }>(ADD, { input: { imageUrl, title: 'Heron' } }, as);
  return { as, id: as.subject, artId: data!.addArt.id };
}

const seen = async (playerId: string, by?: Identity, first = 1) =>
  (await media.graphql<{ playerArt: typeof NOTHING }>(THEIRS, { playerId, first }, by)).data!.playerArt;
const show = (accountId: string, isShown: boolean, at?: Date, version?: number) =>
  media.publish(eventOf(galleryVisibilityChanged, { accountId, isShown, version }, at));
const isShown = async (accountId: string) =>
  (
    await media.database.query<{ is_shown: boolean }[]>('SELECT is_shown FROM gallery_visibility WHERE owner_id = $1', [
      accountId,
    ])
  ).map((row) => row.is_shown);

describe('a hidden gallery', () => {
  it("is empty for guests, other players and the owner's own public page, with no trace of what hangs there", async () => {
    const ann = await withArt();
    await withArt(ann.as);
    expect((await seen(ann.id)).nodes).toHaveLength(1);
    await show(ann.id, false);
    await eventually(async () => expect(await seen(ann.id)).toEqual(NOTHING));
    for (const viewer of [guest(), player(), ann.as]) expect(await seen(ann.id, viewer, 100)).toEqual(NOTHING);
    expect((await media.graphql<{ myArt: typeof NOTHING }>(MINE, {}, ann.as)).data!.myArt.nodes).toHaveLength(2);
    await show(ann.id, true);
    await eventually(async () => expect((await seen(ann.id)).nodes).toHaveLength(1));
  });

  it("hides no one else's", async () => {
    const [ann, bob] = [await withArt(), await withArt()];
    await show(ann.id, false);
    await eventually(async () => expect(await seen(ann.id)).toEqual(NOTHING));
    expect((await seen(bob.id)).nodes).toHaveLength(1);
  });

  it('shows no work to anyone who kept its id, and counts no view of it; its owner may look', async () => {
    const ann = await withArt();
    await show(ann.id, false);
    await eventually(async () => expect(await seen(ann.id)).toEqual(NOTHING));
    for (const viewer of [undefined, guest(), player()])
      expect((await media.graphql(VIEW, { id: ann.artId }, viewer)).errors![0]!.extensions).toMatchObject({
        code: 'NOT_FOUND',
      });
    expect((await media.graphql(VIEW, { id: ann.artId }, ann.as)).data).toEqual({ viewArt: { views: 0 } });
  });

  it('follows the newest event, in any order of arrival', async () => {
    const id = player().subject;
    const [earlier, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T10:00:01Z')];
    await show(id, false, later);
    await eventually(async () => expect(await isShown(id)).toEqual([false]));
    await show(id, true, earlier);
    const other = player().subject;
    await show(other, false);
    await eventually(async () => expect(await isShown(other)).toEqual([false]));
    expect(await isShown(id)).toEqual([false]);
  });

  it('follows the highest version, whatever the clocks of the publishers show', async () => {
    const id = player().subject;
    const [earlier, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T10:00:01Z')];
    await show(id, true, later, 7);
    await eventually(async () => expect(await isShown(id)).toEqual([true]));
    await show(id, false, earlier, 8);
    await eventually(async () => expect(await isShown(id)).toEqual([false]));
    await show(id, true, later, 6);
    // A publisher of the former release has no version: its time counts, and the version stays known.
    await show(id, true, new Date('2026-11-20T10:00:02Z'));
    await eventually(async () => expect(await isShown(id)).toEqual([true]));
    await show(id, false, earlier, 9);
    await eventually(async () => expect(await isShown(id)).toEqual([false]));
  });

  it('is deleted with its account, and a late event restores nothing', async () => {
    const id = player().subject;
    await show(id, false);
    await eventually(async () => expect(await isShown(id)).toEqual([false]));
    await media.publish(eventOf(accountErased, { accountId: id }));
    await eventually(async () => expect(await isShown(id)).toEqual([]));
    await show(id, true);
    const other = player().subject;
    await show(other, true);
    await eventually(async () => expect(await isShown(other)).toEqual([true]));
    expect(await isShown(id)).toEqual([]);
  });
});
