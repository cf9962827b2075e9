import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMedia1763600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('discovery', 'avatar', 'artwork')),
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'received', 'ready', 'refused')),
        address_hash text,
        refusal json CHECK ((refusal IS NOT NULL) = (state = 'refused')),
        suggestion json,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX uploads_open ON uploads (owner_id) WHERE state = 'waiting'`);
    await runner.query(`CREATE INDEX uploads_address ON uploads (address_hash, created_at)`);
    await runner.query(`CREATE INDEX uploads_expiry ON uploads (expires_at)`);
    await runner.query(`
      CREATE TABLE pictures (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        purpose text NOT NULL CHECK (purpose IN ('discovery', 'avatar', 'artwork')),
        width integer NOT NULL CHECK (width > 0),
        height integer NOT NULL CHECK (height > 0),
        thumbhash text NOT NULL,
        bytes integer NOT NULL CHECK (bytes > 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        unused_since timestamptz DEFAULT now(),
        erased boolean NOT NULL DEFAULT false
      )`);
    await runner.query(`CREATE INDEX pictures_owner ON pictures (owner_id)`);
    await runner.query(`CREATE INDEX pictures_unused ON pictures (unused_since) WHERE unused_since IS NOT NULL`);
    await runner.query(`CREATE INDEX pictures_erased ON pictures (id) WHERE erased`);
    await runner.query(`
      CREATE TABLE picture_uses (
        kind text NOT NULL CHECK (kind IN ('discovery', 'avatar')),
        source_id uuid NOT NULL,
        picture_id uuid NOT NULL REFERENCES pictures ON DELETE CASCADE,
        as_of timestamptz NOT NULL,
        PRIMARY KEY (kind, source_id)
      )`);
    await runner.query(`CREATE INDEX picture_uses_picture ON picture_uses (picture_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE picture_uses, pictures, uploads`);
  }
}
