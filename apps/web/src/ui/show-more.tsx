import { m } from '#messages';
import { useState } from 'react';
import { problemDetail } from '../api/problems';
import { Button } from './button';
import { toast } from './toast';

interface ShowMoreProps {
  /** Of the last page that was read. */
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  /** Reads the page after this cursor. */
  onMore: (after: string) => Promise<unknown>;
}

/** Below a list that is read page by page; nothing where it has no further page. */
export function ShowMore({ pageInfo: { hasNextPage, endCursor }, onMore }: ShowMoreProps) {
  const [isReading, setReading] = useState(false);
  if (!hasNextPage || !endCursor) return null;
  const more = async () => {
    setReading(true);
    try {
      await onMore(endCursor);
    } catch (reason) {
      toast({
        title: m.ui_more_failed_title(),
        description: problemDetail(reason, m.ui_more_failed()),
        variant: 'destructive',
      });
    } finally {
      setReading(false);
    }
  };
  return (
    <Button className="self-center" pending={isReading} onClick={() => void more()}>
      {m.ui_show_more()}
    </Button>
  );
}
