import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import type { WallFieldsFragment } from '../../api/graph/graphql';
import { SaveWallDocument, UnsaveWallDocument } from '../../api/graph/walls/walls';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';

/** A wall of the directory: its place, its hours, and whether it is saved. */
export function WallRow({ wall }: { wall: WallFieldsFragment }) {
  const { id, name, city, country, address, hours, description, latitude, longitude, source } = wall;
  return (
    <li className="plate flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 grow basis-72">
        <h3 className="break-words text-lg font-semibold leading-snug">{name}</h3>
        <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-1.5">
            <Icon name="location" size={15} className="shrink-0" />
            {[...new Set([address, city, country])].filter(Boolean).join(', ')}
          </span>
          <span className="flex items-center gap-1.5">
            <Icon name="clock" size={15} className="shrink-0" />
            {hours ?? m.walls_open()}
          </span>
        </p>
        {description && <p className="mt-2 max-w-[72ch]">{description}</p>}
        {source && <p className="mt-1 text-sm text-muted">{m.walls_source({ source })}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild size="sm">
          <a
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" size={16} />
            {m.walls_map()} <span className="sr-only">{name}</span>
          </a>
        </Button>
        <SaveButton key={id} wall={wall} />
      </div>
    </li>
  );
}

/** Shown at once, and taken back where it is refused. */
function SaveButton({ wall: { id, name, isSaved } }: { wall: WallFieldsFragment }) {
  const [save] = useMutation(SaveWallDocument);
  const [unsave] = useMutation(UnsaveWallDocument);
  const toggle = async () => {
    const next = { __typename: 'LegalWall' as const, id, isSaved: !isSaved };
    try {
      await (isSaved
        ? unsave({ variables: { id }, optimisticResponse: { unsaveWall: next } })
        : save({ variables: { id }, optimisticResponse: { saveWall: next } }));
    } catch (error) {
      toast({
        title: m.walls_failed(),
        description: problemDetail(error, m.walls_failed_text()),
        variant: 'destructive',
      });
    }
  };
  return (
    <Button size="sm" aria-pressed={isSaved} onClick={() => void toggle()}>
      <Icon name={isSaved ? 'check' : 'star'} size={16} />
      {isSaved ? m.walls_saved() : m.walls_save()} <span className="sr-only">{name}</span>
    </Button>
  );
}
