import { m } from '#messages';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { readFragment } from '../../api/graph/fragment-masking';
import type { WallDirectoryQueryVariables } from '../../api/graph/graphql';
import { WallDirectoryDocument, WallFieldsFragmentDoc } from '../../api/graph/walls/walls';
import { formatNumber } from '../../lib/format';
import { saveFile } from '../../lib/save-file';
import { problemDetail } from '../../api/problems';
import { PRODUCT_NAME } from '../../product';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { WALL_FORMATS, wallText, type WallFormat } from './export-walls';

const A_PAGE = 100;
/** Most walls of one file, for the browser's memory. */
const MAX_WALLS = 5_000;

/** Saves the walls that the filters leave as a file. */
export function ExportButton({
  format,
  filters,
}: {
  format: WallFormat;
  filters: Omit<WallDirectoryQueryVariables, 'first' | 'after'>;
}) {
  const client = useApolloClient();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const read = async (after: string | null) =>
        (
          await client.query({
            query: WallDirectoryDocument,
            variables: { ...filters, first: A_PAGE, after },
            fetchPolicy: 'no-cache',
          })
        ).data!.wallDirectory;
      let page = await read(null);
      const walls = [...page.nodes];
      while (page.pageInfo.hasNextPage && walls.length < MAX_WALLS) {
        page = await read(page.pageInfo.endCursor);
        walls.push(...page.nodes);
      }
      const text = wallText(
        walls.map((wall) => readFragment(WallFieldsFragmentDoc, wall)),
        format,
      );
      saveFile(new Blob([text], { type: WALL_FORMATS[format].type }), `${PRODUCT_NAME.toLowerCase()}-walls.${format}`);
      if (page.pageInfo.hasNextPage) toast({ title: m.walls_cut({ count: formatNumber(walls.length) }) });
    } catch (error) {
      toast({
        title: m.walls_failed(),
        description: problemDetail(error, m.walls_failed_text()),
        variant: 'destructive',
      });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="sm" pending={isSaving} onClick={() => void save()}>
      <Icon name="download" size={16} />
      {m.walls_export({ format: WALL_FORMATS[format].name })}
    </Button>
  );
}
