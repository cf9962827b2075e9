import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMissions1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE missions (
        id uuid PRIMARY KEY,
        title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
        description text NOT NULL CHECK (length(description) <= 2000),
        city text NOT NULL CHECK (length(city) BETWEEN 1 AND 120),
        country text NOT NULL CHECK (length(country) BETWEEN 1 AND 80),
        mission_type text NOT NULL CHECK (mission_type IN ('photo_hunt', 'documentation', 'legal_wall',
          'historical_site', 'banksy_hunt', 'street_art_tour')),
        difficulty_level text NOT NULL CHECK (difficulty_level IN ('easy', 'medium', 'hard', 'expert')),
        safety_rating text NOT NULL CHECK (safety_rating IN ('safe', 'caution', 'high_risk')),
        latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        radius integer NOT NULL DEFAULT 2000 CHECK (radius BETWEEN 50 AND 100000),
        rewards_tokens integer NOT NULL CHECK (rewards_tokens BETWEEN 0 AND 10000),
        historical_context text CHECK (length(historical_context) <= 2000),
        artist_info text CHECK (length(artist_info) <= 2000),
        best_photo_time text CHECK (length(best_photo_time) <= 200),
        source text CHECK (length(source) <= 200),
        source_url text CHECK (octet_length(source_url) <= 500),
        ends_at timestamptz,
        participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
        catalogue text NOT NULL CHECK (length(catalogue) BETWEEN 1 AND 120),
        catalogue_key text NOT NULL CHECK (length(catalogue_key) BETWEEN 1 AND 200),
        list_rank smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN mission_type IN ('banksy_hunt', 'historical_site')
          OR rewards_tokens >= 300 THEN 0 ELSE 1 END) STORED
      )`);
    await runner.query(`CREATE UNIQUE INDEX missions_catalogue ON missions (catalogue, catalogue_key)`);
    await runner.query(`CREATE INDEX missions_place ON missions (latitude, longitude)`);
    await runner.query(`CREATE INDEX missions_order ON missions (list_rank, id)`);
    await runner.query(`
      CREATE TABLE participations (
        id uuid PRIMARY KEY,
        mission_id uuid NOT NULL CONSTRAINT participations_mission REFERENCES missions ON DELETE CASCADE,
        player_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'completed', 'left')),
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        discovery_id uuid,
        CHECK ((status = 'completed') = (discovery_id IS NOT NULL)),
        CHECK ((status = 'active') = (ended_at IS NULL))
      )`);
    await runner.query(`CREATE UNIQUE INDEX participations_once ON participations (player_id, mission_id)`);
    await runner.query(`CREATE INDEX participations_of_player ON participations (player_id, started_at, id)`);
    await runner.query(`CREATE INDEX participations_of_mission ON participations (mission_id, started_at, id)`);
    await runner.query(`
      CREATE TABLE data_sets (
        kind text CHECK (kind = 'missions'),
        name text CHECK (length(name) BETWEEN 1 AND 120),
        licence text CHECK (length(licence) <= 200),
        attribution text CHECK (length(attribution) <= 200),
        url text CHECK (length(url) <= 500),
        map jsonb,
        imported_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (kind, name)
      )`);
    await runner.query(`
      CREATE TABLE import_runs (
        name text PRIMARY KEY,
        digest text NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(keepErasedOut('participations', 'NEW.player_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('participations'));
    await runner.query(`DROP TABLE import_runs, data_sets, participations, missions`);
  }
}
