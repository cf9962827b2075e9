/**
 * Rows of `taken`, changes of works and walls, as rows of the log in their order; part of the statement that counts
 * them on the map.
 */
export const LOG_CHANGES = `
  INSERT INTO changes (kind, subject, at, place, former_place)
  SELECT
    CASE WHEN is_wall THEN 'wall.' ELSE 'work.' END ||
      CASE WHEN is_at IS NULL THEN 'removed' WHEN was_at IS NULL THEN 'created' WHEN is_gone
        AND NOT was_gone THEN 'gone' ELSE 'changed' END,
    subject, statement_timestamp(), coalesce(is_at, was_at), CASE WHEN NOT was_at ~= is_at THEN was_at END
  FROM taken ORDER BY id`;
