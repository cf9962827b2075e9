import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The point on the map, in Web Mercator metres: the formula of `nearby/mercator.ts`, in SQL so
 * that every writer applies it. A spec compares the two.
 */
const G = `point NOT NULL GENERATED ALWAYS AS (point(
  6378137 * radians(longitude),
  6378137 * ln(tan(pi() / 4 + radians(greatest(-85, least(85, latitude))) / 2)))) STORED`;

export class CreateDiscoveries1763600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE discoveries (
        id uuid PRIMARY KEY,
        player_id uuid,
        title text CHECK (length(title) <= 120),
        description text CHECK (length(description) <= 2000),
        artist_name text CHECK (length(artist_name) <= 120),
        latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        address text CHECK (length(address) <= 200),
        picture_id uuid,
        thumbhash text CHECK (length(thumbhash) <= 100),
        pin_type text NOT NULL CHECK (pin_type IN ('tag', 'location', 'marker', 'flag', 'hot_spot')),
        role text NOT NULL CHECK (role IN ('photographer', 'artist')),
        is_fresh_art boolean NOT NULL,
        status text NOT NULL DEFAULT 'standing' CHECK (status IN ('standing', 'gone')),
        year smallint,
        source text CHECK (length(source) <= 120),
        source_id text CHECK (length(source_id) <= 200),
        source_url text CHECK (octet_length(source_url) <= 500),
        licence text CHECK (length(licence) <= 200),
        likes integer NOT NULL DEFAULT 0 CHECK (likes >= 0),
        tokens_awarded integer NOT NULL CHECK (tokens_awarded >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        idempotency_key text,
        g ${G},
        brief text GENERATED ALWAYS AS (CASE WHEN octet_length(description) <= 1000 THEN description END) STORED,
        lengthy boolean GENERATED ALWAYS AS (octet_length(description) > 1000) STORED
      )`);
    // The index alone serves a nearby list. An entry has to fit into a page of 8 kB: the texts
    // are bounded above, and a long description stays in the table.
    await runner.query(`
      CREATE INDEX discoveries_nearby ON discoveries USING spgist (g) INCLUDE (
        id, title, brief, lengthy, artist_name, latitude, longitude, address, picture_id, thumbhash, pin_type,
        role, is_fresh_art, status, year, source, source_url, licence, likes, tokens_awarded, created_at)`);
    await runner.query(`CREATE INDEX discoveries_player ON discoveries (player_id, id)`);
    await runner.query(
      `CREATE UNIQUE INDEX discoveries_idempotency ON discoveries (player_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX discoveries_source ON discoveries (source, source_id) WHERE source_id IS NOT NULL`,
    );
    // Index-only reads need a current visibility map, and likes leave dead entries behind.
    await runner.query(`
      ALTER TABLE discoveries SET (
        autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_vacuum_insert_threshold = 500)`);
    await runner.query(`
      CREATE TABLE likes (
        discovery_id uuid NOT NULL CONSTRAINT likes_discovery REFERENCES discoveries ON DELETE CASCADE,
        player_id uuid NOT NULL,
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT likes_key PRIMARY KEY (discovery_id, player_id)
      )`);
    await runner.query(`CREATE INDEX likes_player ON likes (player_id)`);
    await runner.query(`
      CREATE TABLE pro_members (
        account_id uuid PRIMARY KEY,
        pro boolean NOT NULL,
        until timestamptz,
        as_of timestamptz NOT NULL
      )`);
    await runner.query(`CREATE TABLE erased_players (player_id uuid PRIMARY KEY)`);
    await runner.query(`
      CREATE TABLE legal_walls (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        city text NOT NULL,
        country text NOT NULL,
        address text NOT NULL,
        hours text,
        description text NOT NULL,
        latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        source text,
        catalogue text NOT NULL,
        catalogue_id text NOT NULL,
        g ${G}
      )`);
    await runner.query(`CREATE INDEX legal_walls_nearby ON legal_walls USING spgist (g)`);
    await runner.query(`CREATE UNIQUE INDEX legal_walls_catalogue ON legal_walls (catalogue, catalogue_id)`);
    await runner.query(`
      CREATE TABLE import_runs (
        name text PRIMARY KEY,
        digest text NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE import_runs, legal_walls, erased_players, pro_members, likes, discoveries`);
  }
}
