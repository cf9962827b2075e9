import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The discussions. The language is a text and not a `regconfig`, which `pg_upgrade` would refuse.
 */
export class CreateForum1763800010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE posts (
        id uuid CONSTRAINT posts_pkey PRIMARY KEY,
        thread_id uuid NOT NULL CONSTRAINT posts_thread REFERENCES posts ON DELETE CASCADE,
        author_id uuid CONSTRAINT posts_author REFERENCES accounts ON DELETE SET NULL,
        title text CONSTRAINT posts_title_length CHECK (length(title) <= 120),
        content text NOT NULL CONSTRAINT posts_content_length CHECK (length(content) <= 5000),
        language text NOT NULL CONSTRAINT posts_language CHECK (language IN ('en', 'fr', 'es', 'de')),
        moderated text CONSTRAINT posts_moderated CHECK (moderated IN ('hidden', 'removed')),
        likes integer NOT NULL DEFAULT 0 CONSTRAINT posts_likes CHECK (likes >= 0),
        replies integer NOT NULL DEFAULT 0 CONSTRAINT posts_replies CHECK (replies >= 0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        edited_at timestamptz(3),
        deleted_at timestamptz(3),
        active_at timestamptz(3) NOT NULL DEFAULT now(),
        search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector(
          CASE language WHEN 'fr' THEN 'pg_catalog.french'::regconfig WHEN 'es' THEN 'pg_catalog.spanish'::regconfig
            WHEN 'de' THEN 'pg_catalog.german'::regconfig ELSE 'pg_catalog.english'::regconfig END,
          coalesce(title, '') || ' ' || content)) STORED,
        CONSTRAINT posts_title CHECK ((id = thread_id) = (title IS NOT NULL))
      );
      CREATE INDEX posts_of_thread ON posts (thread_id, id);
      CREATE INDEX posts_of_author ON posts (author_id, id);
      CREATE INDEX posts_latest ON posts (active_at, id) WHERE id = thread_id;
      CREATE INDEX posts_latest_in_language ON posts (language, active_at, id) WHERE id = thread_id;
      CREATE INDEX posts_search ON posts USING gin (search)`);
    await runner.query(`
      CREATE TABLE post_likes (
        post_id uuid NOT NULL CONSTRAINT post_likes_post REFERENCES posts ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT post_likes_account REFERENCES accounts ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT post_likes_pkey PRIMARY KEY (post_id, account_id)
      );
      CREATE INDEX post_likes_of_account ON post_likes (account_id);
      CREATE TABLE post_mentions (
        post_id uuid NOT NULL CONSTRAINT post_mentions_post REFERENCES posts ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT post_mentions_account REFERENCES accounts ON DELETE CASCADE,
        written text NOT NULL,
        CONSTRAINT post_mentions_pkey PRIMARY KEY (post_id, account_id)
      );
      CREATE INDEX post_mentions_of_account ON post_mentions (account_id);
      CREATE TABLE hidden_posts (
        account_id uuid NOT NULL CONSTRAINT hidden_posts_account REFERENCES accounts ON DELETE CASCADE,
        post_id uuid NOT NULL CONSTRAINT hidden_posts_post REFERENCES posts ON DELETE CASCADE,
        CONSTRAINT hidden_posts_pkey PRIMARY KEY (account_id, post_id)
      );
      CREATE INDEX hidden_posts_of_post ON hidden_posts (post_id);
      CREATE TABLE player_filters (
        account_id uuid NOT NULL CONSTRAINT player_filters_account REFERENCES accounts ON DELETE CASCADE,
        other_account_id uuid NOT NULL CONSTRAINT player_filters_other REFERENCES accounts ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT player_filters_kind CHECK (kind IN ('block', 'mute')),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT player_filters_pkey PRIMARY KEY (account_id, other_account_id),
        CONSTRAINT player_filters_two CHECK (account_id <> other_account_id)
      );
      CREATE INDEX player_filters_of_other ON player_filters (other_account_id)`);
    await runner.query(`
      ALTER TABLE social_deeds DROP CONSTRAINT social_deeds_kind,
        ADD CONSTRAINT social_deeds_kind CHECK (kind IN ('like', 'post', 'reply'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM social_deeds WHERE kind <> 'like'`);
    await runner.query(
      `ALTER TABLE social_deeds DROP CONSTRAINT social_deeds_kind, ADD CONSTRAINT social_deeds_kind
        CHECK (kind IN ('like'))`,
    );
    await runner.query(`DROP TABLE player_filters, hidden_posts, post_mentions, post_likes, posts`);
  }
}
