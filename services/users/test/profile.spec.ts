import { uuidv7 } from '@sprayhunt/service-kit';
import { eventually, publishedEvents } from '@sprayhunt/service-kit/testing';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { created } from './facts.js';
import { signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

const SET_PICTURE =
  'mutation ($imageUrl: String) { setProfilePicture(imageUrl: $imageUrl) { message profileImageUrl } }';
const PLAYER = `query ($username: String!) { player(username: $username) {
    id username profileImageUrl bio createdAt discoveries level } }`;

let users: RunningUsers;

beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Person = ReturnType<typeof player>;

const setPicture = (imageUrl: string | null | undefined, as?: Person) =>
  users.graphql<{ setProfilePicture: { message: string; profileImageUrl: string } }>(SET_PICTURE, { imageUrl }, as);
const refusalOf = ({
  errors,
}: {
  errors?: { extensions: { code: string; fields?: { field: string; code: string }[] } }[];
}) => {
  const { code, fields } = errors![0]!.extensions;
  return [code, ...(fields ?? []).map((fault) => `${fault.field} ${fault.code}`)];
};

async function uploaded(ownerId: string, id = uuidv7(), sentBytes = 1_000): Promise<string> {
  await users.database.query(
    `INSERT INTO pictures (id, owner_id, width, height, thumbhash, sent_bytes) VALUES ($1, $2, 10, 10, 'x', $3)`,
    [id, ownerId, sentBytes],
  );
  return id;
}

describe('the profile picture', () => {
  it("is changed to an upload of the player's own, and others are told once [REST-32]", async () => {
    const ann = await signUp(users);
    const [first, second] = [await uploaded(ann.id), await uploaded(ann.id)];
    const changed = (id: string) => ({
      message: 'Profile picture updated successfully!',
      profileImageUrl: `/objects/${id}`,
    });
    expect(
      (await setPicture(`http://localhost:8080/api/uploads/${first}?token=t`, ann.as)).data!.setProfilePicture,
    ).toEqual(changed(first));
    for (let times = 0; times < 2; times += 1)
      expect((await setPicture(`/objects/${second}`, ann.as)).data!.setProfilePicture).toEqual(changed(second));
    const { data } = await users.graphql<{ me: object }>('{ me { profileImageUrl bio username } }', {}, ann.as);
    expect(data!.me).toEqual({ profileImageUrl: `/objects/${second}`, bio: 'Walls.', username: ann.username });
    const events = await users.database.query<unknown[]>(
      `SELECT event -> 'data' AS data FROM ${publishedEvents()} WHERE subject = 'users.avatar-changed.v1'
        AND event ->> 'subject' = $1 ORDER BY id`,
      [ann.id],
    );
    expect(events).toEqual([
      { data: { accountId: ann.id, pictureId: first, previousPictureId: null } },
      { data: { accountId: ann.id, pictureId: second, previousPictureId: first } },
    ]);
  });

  it('may be sent again long after its upload, while another old upload may not', async () => {
    const ann = await signUp(users);
    const ofLastMonth = () => `01990000-${uuidv7().slice(9)}`;
    const [shown, unused] = [await uploaded(ann.id, ofLastMonth()), await uploaded(ann.id, ofLastMonth())];
    await users.database.query('UPDATE accounts SET avatar_picture_id = $1 WHERE id = $2', [shown, ann.id]);
    expect((await setPicture(`/objects/${shown}`, ann.as)).data!.setProfilePicture.profileImageUrl).toBe(
      `/objects/${shown}`,
    );
    expect(refusalOf(await setPicture(`/objects/${unused}`, ann.as))).toEqual([
      'VALIDATION_FAILED',
      'imageUrl PICTURE_EXPIRED',
    ]);
  });

  it('is refused above 5242880 bytes, whatever it was uploaded for [PROF-21]', async () => {
    const ann = await signUp(users);
    const [fits, over] = [await uploaded(ann.id, uuidv7(), 5_242_880), await uploaded(ann.id, uuidv7(), 5_242_881)];
    expect((await setPicture(`/objects/${fits}`, ann.as)).data!.setProfilePicture.profileImageUrl).toBe(
      `/objects/${fits}`,
    );
    expect(refusalOf(await setPicture(`/objects/${over}`, ann.as))).toEqual([
      'VALIDATION_FAILED',
      'imageUrl PICTURE_TOO_LARGE',
    ]);
  });

  it('is refused at once where no upload ever had its id', async () => {
    const ann = await signUp(users);
    expect(refusalOf(await setPicture(`/objects/${uuidv7()}`, ann.as))).toEqual([
      'VALIDATION_FAILED',
      'imageUrl PICTURE_NOT_YOURS',
    ]);
  });

  it("is no one else's and nothing from elsewhere", async () => {
    const [ann, bob] = [await signUp(users), await signUp(users)];
    const foreign = await uploaded(bob.id);
    for (const url of [`/objects/${foreign}`, `https://elsewhere.example/objects/${foreign}`, 'javascript:alert(1)'])
      expect(refusalOf(await setPicture(url, ann.as))).toEqual(['VALIDATION_FAILED', 'imageUrl PICTURE_NOT_YOURS']);
    for (const nothing of ['', '  ', null, undefined])
      expect(refusalOf(await setPicture(nothing, ann.as))).toEqual(['VALIDATION_FAILED', 'imageUrl REQUIRED']);
  });

  it('is changed by players only', async () => {
    const someone = guest();
    const url = `/objects/${await uploaded(someone.subject)}`;
    expect(refusalOf(await setPicture(url, someone))).toEqual(['UNAUTHENTICATED']);
    expect(refusalOf(await setPicture(url, player({ subject: someone.subject, status: 'pending' })))).toEqual([
      'UNAUTHENTICATED',
    ]);
  });
});

describe("a player's public profile", () => {
  const named = async (username: string) =>
    (await users.graphql<{ player: Record<string, unknown> | null }>(PLAYER, { username })).data!.player;

  it('is found by the name in any case, and shows no contact [ENT-17]', async () => {
    const ann = await verified(users);
    await users.publish(created(ann.id));
    const shown = {
      id: ann.id,
      username: ann.username,
      profileImageUrl: null,
      bio: 'Walls.',
      createdAt: expect.any(String),
      discoveries: 1,
      level: 1,
    };
    await eventually(async () => expect(await named(ann.username)).toEqual(shown));
    expect(await named(` ${ann.username.toUpperCase()} `)).toEqual(shown);
    const { errors } = await users.graphql(
      'query ($username: String!) { player(username: $username) { phone email contactHint } }',
      { username: ann.username },
    );
    expect(errors![0]!.extensions.code).toBe('MALFORMED');
  });

  it('is not there for a pending account, an unknown name or what is none', async () => {
    const ann = await signUp(users);
    for (const name of [ann.username, 'no one of this name', '', ' ', '%', 'x'.repeat(10_000), ann.id])
      expect(await named(name)).toBeNull();
  });
});

describe('the account of imported works', () => {
  it('has a name of its own that no one can take, in any spelling, and no way in', async () => {
    const { data } = await users.graphql<{ player: { id: string; discoveries: number } }>(PLAYER, {
      username: 'sprayhunt open data',
    });
    expect(data!.player).toMatchObject({ username: 'Sprayhunt Open Data', discoveries: 0 });
    await expect(signUp(users, { username: 'SPRAYHUNT 0PEN DATA' })).rejects.toThrow(/USERNAME_TAKEN/);
    expect(
      await users.database.query(`SELECT count(*)::int AS ways FROM contacts WHERE account_id = $1`, [
        '019300da-7a00-7000-8000-00000000da7a',
      ]),
    ).toEqual([{ ways: 0 }]);
  });
});
