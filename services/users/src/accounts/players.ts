import { Injectable } from '@nestjs/common';
import { loaderPerRequest, NO_END, picturePath, SqlPool, type Language, type Role } from '@sprayhunt/service-kit';
import { contactHint } from '../identity/contact.js';
import { levelOf, xpOfLevel } from '../ledger/level.js';
import type { AccountStatus } from './account.entity.js';
import type { PinPreferences } from './pin-preferences.js';
import { MAX_SPELLING_LENGTH } from './taken-usernames.js';
import { formerUsernameKeys, usernameKeys } from './username.js';
import { usernameNotice } from './username-fault.js';
import { visibilityOf, type Visibility } from './visibility.service.js';

interface PlayerRow {
  accountId: string;
  /** The account's public id. */
  id: string;
  username: string | null;
  avatarPictureId: string | null;
  bio: string | null;
  createdAt: Date;
  discoveries: number;
  xp: number;
  wallet: string | null;
  visibility: Partial<Visibility>;
}

interface MeRow extends PlayerRow {
  tokens: number;
  score: number;
  status: AccountStatus;
  dateOfBirth: string | null;
  firstName: string | null;
  lastName: string | null;
  city: string | null;
  country: string | null;
  pinPreferences: PinPreferences;
  pendingPhone: string | null;
  language: Language;
  walletLinkedAt: Date | null;
  roles: Role[] | null;
  suspendedUntil: Date | null;
}

const PLAYER_COLUMNS = `a.id AS "accountId", public_id(a.id) AS id, a.username, a.avatar_picture_id AS "avatarPictureId", a.bio, a.created_at AS "createdAt",
  coalesce(s.discoveries, 0) AS discoveries, coalesce(s.xp, 0) AS xp, w.address AS wallet, a.visibility`;

const PLAYERS =
  `accounts a LEFT JOIN player_statistics s ON ` + `s.account_id = a.id LEFT JOIN wallets w ON w.account_id = a.id`;

/** Players as the API returns them; one statement per response. */
@Injectable()
export class Players {
  constructor(private readonly pool: SqlPool) {}

  /** The account as its owner sees it. */
  async me(accountId: string) {
    const { rows } = await this.pool.query<MeRow>({
      name: 'me',
      text: `SELECT ${PLAYER_COLUMNS}, coalesce(s.tokens, 0) AS tokens, coalesce(s.score, 0) AS score, a.status,
               a.date_of_birth::text AS "dateOfBirth", a.first_name AS "firstName", a.last_name AS "lastName", a.city,
               a.country, a.pin_preferences AS "pinPreferences", a.language, c.value AS "pendingPhone",
               w.linked_at AS "walletLinkedAt", st.roles, CASE
                 WHEN st.suspended_until > now() THEN st.suspended_until END AS "suspendedUntil"
             FROM ${PLAYERS}
             LEFT JOIN account_standings st ON st.account_id = a.id
             LEFT JOIN contacts c ON c.account_id = a.id AND c.kind = 'phone' AND a.status = 'pending'
             WHERE a.id = $1`,
      values: [accountId],
    });
    const row = rows[0];
    if (!row) return null;
    const { pendingPhone, walletLinkedAt, suspendedUntil, ...me } = row;
    const level = levelOf(me.xp);
    return {
      ...me,
      ...playerOf(me),
      levelXp: xpOfLevel(level),
      nextLevelXp: xpOfLevel(level + 1),
      usernameNotice: usernameNotice(me.username),
      profileComplete: me.username !== null && me.dateOfBirth !== null,
      contactHint: pendingPhone && contactHint('phone', pendingPhone),
      wallet: me.wallet === null ? null : { address: me.wallet, linkedAt: walletLinkedAt! },
      visibility: visibilityOf(me.visibility),
      roles: me.roles ?? [],
      suspension: suspendedUntil && { until: suspendedUntil < new Date(NO_END) ? suspendedUntil : null },
    };
  }

  /**
   * Many players at once, in the order of the ids, null for unknown ids.
   * @param ids public ids of the players
   * @param viewer account of the viewer, who sees their own hidden parts
   */
  async byIds(ids: readonly string[], viewer: string | undefined) {
    const { rows } = await this.pool.query<PlayerRow>({
      name: 'players-by-ids',
      text: `SELECT ${PLAYER_COLUMNS} FROM ${PLAYERS} WHERE public_id(a.id) = ANY ($1)`,
      values: [ids],
    });
    const players = new Map(
      rows.map((row) => [row.id, row.accountId === viewer ? playerOf(row) : visiblePartsOf(row)]),
    );
    return ids.map((id) => players.get(id) ?? null);
  }

  /**
   * The players who documented works, in the order of their accounts, with the public parts only. Null for players who
   * hide their gallery, have no name, are not verified or are erased.
   */
  async finders(accountIds: readonly string[]): Promise<(Player | null)[]> {
    const { rows } = await this.pool.query<PlayerRow>({
      name: 'finders',
      text: `SELECT ${PLAYER_COLUMNS} FROM ${PLAYERS} WHERE a.id = ANY ($1::uuid[]) AND a.status = 'verified'
        AND a.username IS NOT NULL`,
      values: [accountIds],
    });
    const players = new Map(
      rows
        .filter(({ visibility }) => visibilityOf(visibility).gallery)
        .map((row) => [row.accountId, visiblePartsOf(row)]),
    );
    return accountIds.map((id) => players.get(id) ?? null);
  }

  /**
   * The verified player with this name, in any case or look-alike letters; only the public parts, even for that player.
   */
  async byName(username: string): Promise<Player | null> {
    if (username.length > MAX_SPELLING_LENGTH) return null;
    const { rows } = await this.pool.query<PlayerRow>({
      name: 'player-by-name',
      text: `SELECT ${PLAYER_COLUMNS} FROM ${PLAYERS}
             WHERE a.username_small = ANY ($1) AND a.status = 'verified' ORDER BY array_position($1, a.username_small)
               LIMIT 1`,
      values: [[formerUsernameKeys(username).small, usernameKeys(username).small]],
    });
    return rows[0] ? visiblePartsOf(rows[0]) : null;
  }
}

const playerOf = ({ id, username, avatarPictureId, bio, createdAt, discoveries, xp, wallet }: PlayerRow) => ({
  id,
  username,
  bio,
  profileImageUrl: avatarPictureId && picturePath(avatarPictureId),
  createdAt,
  discoveries,
  level: levelOf(xp),
  wallet,
});

/** The parts that the player has not hidden. */
function visiblePartsOf(row: PlayerRow) {
  const visible = visibilityOf(row.visibility);
  const player = playerOf(row);
  return {
    id: player.id,
    username: player.username,
    profileImageUrl: visible.picture ? player.profileImageUrl : null,
    bio: visible.bio ? player.bio : null,
    createdAt: visible.joined ? player.createdAt : null,
    discoveries: visible.statistics ? player.discoveries : null,
    level: visible.statistics ? player.level : null,
    wallet: visible.wallet ? player.wallet : null,
  };
}

export type Player = ReturnType<typeof visiblePartsOf>;

/** Loads the players that a request refers to, and the finders of its works, each with one statement. */
@Injectable()
export class PlayerLoader {
  readonly load = loaderPerRequest<Player>((ids, { identity: { kind, subject } }) =>
    this.players.byIds(ids, kind === 'player' ? subject : undefined),
  );

  readonly finder = loaderPerRequest<Player>((accountIds) => this.players.finders(accountIds));

  constructor(private readonly players: Players) {}
}
