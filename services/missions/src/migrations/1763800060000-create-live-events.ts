import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLiveEvents1763800060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE live_events (
        id uuid PRIMARY KEY,
        title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
        description text NOT NULL CHECK (length(description) BETWEEN 1 AND 2000),
        place_name text NOT NULL CHECK (length(place_name) BETWEEN 1 AND 120),
        latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
        longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
        time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 60),
        starts_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL,
        reward_tokens integer NOT NULL CHECK (reward_tokens BETWEEN 0 AND 10000),
        reward_name text CHECK (length(reward_name) BETWEEN 1 AND 80),
        participants integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
        cancelled_at timestamptz(3),
        CHECK (ends_at > starts_at AND ends_at - starts_at <= interval '31 days')
      )`);
    await runner.query(`CREATE INDEX live_events_by_start ON live_events (starts_at, id)`);
    await runner.query(`CREATE INDEX live_events_by_end ON live_events (ends_at, id)`);
    await runner.query(`
      CREATE TABLE live_event_participations (
        event_id uuid NOT NULL CONSTRAINT live_event_participations_event REFERENCES live_events ON DELETE CASCADE,
        player_id uuid NOT NULL,
        joined_at timestamptz(3) NOT NULL DEFAULT now(),
        concluded_at timestamptz(3),
        PRIMARY KEY (event_id, player_id)
      )`);
    await runner.query(
      `CREATE INDEX live_event_participations_of_player ON live_event_participations (player_id, joined_at, event_id)`,
    );
    await runner.query(
      `CREATE INDEX live_event_participations_open ON live_event_participations (event_id, player_id)
        WHERE concluded_at IS NULL`,
    );
    await runner.query(keepErasedOut('live_event_participations', 'NEW.player_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('live_event_participations'));
    await runner.query(`DROP TABLE live_event_participations, live_events`);
  }
}
