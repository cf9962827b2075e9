import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { startStack, type Stack, type StackOptions } from '@sprayhunt/local';
import { isPlayerScope, ROLES, SCOPES, type Scope } from '@sprayhunt/service-kit';
import { interruptibleProxy, type InterruptibleProxy, eventually } from '@sprayhunt/service-kit/testing';
import { inDatabase } from '../invariants.js';
import { Player } from '../player.js';
import { playersToken, REDIRECT_URIS } from '../players-token.js';
import type { CallerKind } from '@sprayhunt/workspace';

const run = promisify(execFile);
const PARTNERS = fileURLToPath(new URL('../../../services/users/dist/partners/cli.js', import.meta.url));
const ROLE = fileURLToPath(new URL('../../../services/users/dist/standings/cli.js', import.meta.url));
const ALL_SCOPES = Object.keys(SCOPES) as Scope[];
/** Those of a client itself. */
const OWN_SCOPES = ALL_SCOPES.filter((scope) => !isPlayerScope(scope));

/** What belongs to the player, and what the calls are made with. */
export interface Belongings {
  discoveryId: string;
  /** Belongs to no one. */
  missionId: string;
  liveEventId: string;
  cancelledEventId: string;
  /** Works of the gallery: one to keep, and one for each way of removing. */
  art: { kept: string; forGraphql: string; forRest: string };
  passkeys: { kept: string; forGraphql: string; forRest: string };
  /** Discussions without replies of others. */
  threads: { kept: string; forGraphql: string };
  pictureId: string;
  imageUrl: string;
  /** A decision about the player, and a case that waits. */
  notice: string;
  report: string;
  openCase: string;
  /** Id of the player's session in another browser. */
  otherSession: string;
}

/** The whole product with one caller of each kind. */
export class World {
  private readonly tokens = new Map<string, string>();
  private ofPlayer: Promise<string> | undefined;

  private constructor(
    readonly stack: Stack,
    readonly folder: string,
    readonly pending: Player,
    readonly player: Player,
    readonly another: Player,
    readonly trusted: Player,
    readonly suspended: Player,
    readonly its: Belongings,
    readonly partner: { clientId: string; clientSecret: string },
  ) {}

  static async create(options: StackOptions = {}): Promise<World> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-access-'));
    const stack = await startStack({ catalogues: false, data: folder, ...options });
    try {
      const [pending, ...signedUp] = await Promise.all([
        Player.pending(stack.url),
        ...Array.from({ length: 4 }, () => Player.signUp(stack.url)),
      ]);
      const [player, another, trusted, suspended] = signedUp as [Player, Player, Player, Player];
      await setStanding(stack, trusted, { roles: ROLES });
      await suspend(stack, suspended);
      const its = await belongingsOf(player, stack);
      const made = await partnersCommand(
        folder,
        'create',
        '--name',
        'Everything',
        '--scopes',
        ALL_SCOPES.join(),
        '--redirect-uris',
        REDIRECT_URIS,
      );
      if (made.code !== 0) throw new Error(`The partners' command failed: ${made.stderr}`);
      return new World(
        stack,
        folder,
        pending,
        player,
        another,
        trusted,
        suspended,
        its,
        JSON.parse(made.stdout) as World['partner'],
      );
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A caller of this kind. A call that may end its session gets its own caller. */
  async caller(kind: CallerKind, spent: boolean): Promise<Player> {
    if (kind === 'pending') return spent ? Player.pending(this.stack.url) : this.pending;
    if (kind === 'player') return spent ? Player.signUp(this.stack.url) : this.player;
    if (kind === 'another') return spent ? Player.signUp(this.stack.url) : this.another;
    if (kind === 'with roles') return spent ? Player.signUp(this.stack.url) : this.trusted;
    if (kind === 'suspended') return spent ? suspend(this.stack, await Player.signUp(this.stack.url)) : this.suspended;
    return Player.guest(this.stack.url);
  }

  /**
   * A partner's token: with only the scopes that grant the call, or with every scope but those. Scopes of players need
   * a token for a player.
   */
  async headers(kind: CallerKind, scopes: readonly Scope[]): Promise<Record<string, string>> {
    const isPartner = kind === 'partner with scope' || kind === 'partner without scope';
    if (!isPartner) return {};
    const given = OWN_SCOPES.filter((scope) => scopes.includes(scope) === (kind === 'partner with scope'));
    if (given.length === 0 && scopes.length > 0) return { authorization: `Bearer ${await this.tokenOfPlayer()}` };
    return { authorization: `Bearer ${await this.token(given.length > 0 ? given : OWN_SCOPES)}` };
  }

  /** One by which the partner acts for a player who does nothing else. */
  private tokenOfPlayer(): Promise<string> {
    return (this.ofPlayer ??= Player.signUp(this.stack.url).then((player) =>
      playersToken(this.stack.url, player, this.partner),
    ));
  }

  async token(scopes: readonly Scope[]): Promise<string> {
    const key = scopes.join(' ');
    const token = this.tokens.get(key) ?? (await askToken(this.stack, this.partner, key)).access_token!;
    this.tokens.set(key, token);
    return token;
  }
}

/** What the tests of one spec file share, and the way of its services to the database. */
export let world: World;
export let link: InterruptibleProxy;

/** Milliseconds for a stack and its callers, while another stack starts beside it. */
export const START_WITHIN = 180_000;

/**
 * @param env variables for every service
 * @param options of the stack, beside those
 */
export async function startWorld(env: Record<string, string> = {}, options: StackOptions = {}): Promise<void> {
  world = await World.create({
    ...options,
    env,
    databaseThrough: async (url) => {
      link = await interruptibleProxy(url);
      return link.url;
    },
  });
}

export async function stopWorld(): Promise<void> {
  link?.restore();
  await world?.stop();
  await link?.close();
}

export interface TokenResponse {
  status: number;
  access_token?: string;
  scope?: string;
  error?: string;
}

export async function askToken(
  stack: Stack,
  { clientId, clientSecret }: World['partner'],
  scope?: string,
): Promise<TokenResponse> {
  const response = await fetch(`${stack.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

/** As users and the gateway keep it after an operator's command or a decision of moderators. */
async function setStanding(
  stack: Stack,
  player: Player,
  { roles = [], suspendedFor = null }: { roles?: readonly string[]; suspendedFor?: string | null },
): Promise<void> {
  for (const schema of ['users', 'gateway'])
    await inDatabase(stack, (client) =>
      client.query(
        `INSERT INTO ${schema}.account_standings (account_id, roles, suspended_until, version)
          VALUES ($1, $2, now() + $3::interval, 1)`,
        [player.accountId, roles, suspendedFor],
      ),
    );
}

async function suspend(stack: Stack, player: Player): Promise<Player> {
  await setStanding(stack, player, { suspendedFor: '1 day' });
  await eventually(async () => {
    const response = await player.send('POST', '/api/tutorial/steps/8');
    await response.body?.cancel();
    if (response.status !== 403) throw new Error(`A suspended player got ${response.status}`);
  });
  return player;
}

export const partnersCommand = (folder: string, ...args: string[]) => usersCommand(PARTNERS, folder, args);

export const roleCommand = (folder: string, ...args: string[]) => usersCommand(ROLE, folder, args);

/** A command of operators, as they run it. */
async function usersCommand(
  program: string,
  folder: string,
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { users } = JSON.parse(readFileSync(path.join(folder, 'databases.json'), 'utf8')) as { users: string };
  const done = run(process.execPath, [program, ...args], { env: { ...process.env, DATABASE_URL: users } });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: error.stdout,
      stderr: error.stderr,
    }),
  );
}

async function belongingsOf(player: Player, stack: Stack): Promise<Belongings> {
  const { id: discoveryId } = await player.document();
  const imageUrl = await uploadPicture(player);
  const newArt = async (title: string) =>
    ((await (await player.send('POST', '/api/profile/art', { imageUrl, title })).json()) as { id: string }).id;
  const art = { kept: await newArt('Kept'), forGraphql: await newArt('One'), forRest: await newArt('Other') };
  const newThread = async () =>
    (
      (await (await player.send('POST', '/api/community/forum', { title: 'Caps', content: 'Fat or thin' })).json()) as {
        id: string;
      }
    ).id;
  const threads = { kept: await newThread(), forGraphql: await newThread() };
  const [missionId, liveEventId, cancelledEventId] = [randomUUID(), randomUUID(), randomUUID()];
  const [notice, openCase, report] = [randomUUID(), randomUUID(), randomUUID()];
  await player.elsewhere();
  const sessions = (await player.read('/api/profile/sessions')) as { id: string; current: boolean }[];
  const passkeys = await inDatabase(stack, async (client) => {
    await client.query(
      `INSERT INTO users.moderation_cases (id, subject_kind, subject_id, affected_id, severity, reports, decided_at)
       VALUES ($1, 'work', gen_random_uuid(), $3, 1, 1, now()), ($2, 'work', gen_random_uuid(), NULL, 1, 1, NULL)`,
      [notice, openCase, player.accountId],
    );
    await client.query(
      `INSERT INTO users.moderation_decisions (case_id, affected_id, outcome, reason)
        VALUES ($1, $2, 'warn', 'Be kind.')`,
      [notice, player.accountId],
    );
    await client.query(
      `INSERT INTO users.moderation_reports (id, case_id, reporter_id, reason) VALUES ($1, $2, $3, 'spam')`,
      [report, notice, player.accountId],
    );
    const add = async () => {
      const id = randomUUID();
      await client.query(
        `INSERT INTO users.passkeys (id, account_id, credential_id, public_key, counter, transports, backed_up, name,
          created_at)
         VALUES ($1, $2, $3, $4, 0, '{internal}', false, 'A phone', now())`,
        [id, player.accountId, randomBytes(16), randomBytes(77)],
      );
      return id;
    };
    await client.query(
      `INSERT INTO missions.missions (id, title, description, city, country, mission_type, difficulty_level,
        safety_rating, latitude, longitude, rewards_tokens, catalogue, catalogue_key)
       VALUES ($1, 'Lane', 'Look.', 'Oslo', 'Norway', 'photo_hunt', 'easy', 'safe', 59.9, 10.7, 50, 'test', '1')`,
      [missionId],
    );
    await client.query(
      `INSERT INTO missions.live_events (id, title, description, place_name, latitude, longitude, time_zone, starts_at,
        ends_at, reward_tokens, cancelled_at)
       VALUES ($1, 'Jam', 'Paint.', 'A lane', 59.9, 10.7, 'Europe/Oslo', now(), now() + interval '1 day', 50, NULL),
              ($2, 'Jam', 'Paint.', 'A lane', 59.9, 10.7, 'Europe/Oslo', now(), now() + interval '1 day', 50, now())`,
      [liveEventId, cancelledEventId],
    );
    await client.query(
      `INSERT INTO users.wallets (account_id, address, linked_at)
        VALUES ($1, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', now())`,
      [player.accountId],
    );
    return { kept: await add(), forGraphql: await add(), forRest: await add() };
  });
  return {
    notice,
    openCase,
    report,
    discoveryId,
    missionId,
    liveEventId,
    cancelledEventId,
    art,
    threads,
    passkeys,
    imageUrl,
    pictureId: imageUrl.split('/').at(-1)!,
    otherSession: sessions.find(({ current }) => !current)!.id,
  };
}

/** Uploads a picture for the player's gallery and returns its path. */
export async function uploadPicture(player: Player): Promise<string> {
  return ((await (await sendPicture(await uploadAddress(player))).json()) as { imageUrl: string }).imageUrl;
}

/** An address for one picture of the player's gallery. */
export const uploadAddress = async (player: Player): Promise<string> =>
  ((await (await player.send('POST', '/api/objects/upload?purpose=artwork')).json()) as { uploadURL: string })
    .uploadURL;

export const sendPicture = (address: string): Promise<Response> =>
  fetch(address, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: png(64) });

/** A grey square. */
function png(pixels: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.alloc(pixels * (pixels + 1), 0));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
