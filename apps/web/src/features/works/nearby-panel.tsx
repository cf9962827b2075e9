import { m } from '#messages';
import type { ComponentProps } from 'react';
import { Sheet } from '../../ui/sheet';
import { countLabel, type Pin } from '../map';
import { pinItem } from './nearby-items';
import { NearbyList } from './nearby-list';

type ListProps = ComponentProps<typeof NearbyList>;

function counted({ items, state, isCut }: ListProps): string {
  if (state !== 'ready' || items.length === 0) return '';
  const walls = items.filter(({ pin }) => pin.kind === 'wall').length;
  return countLabel(items.length - walls, walls, { isCut });
}

/** The list at the side of the map, on desktops. */
export function NearbyPanel(props: ListProps) {
  return (
    <aside aria-label={m.works_list_nearby()} className="plaster flex w-[22rem] shrink-0 flex-col border-s border-line">
      <div className="border-b border-line px-4 py-3">
        <h2 className="marker text-2xl">{m.works_list_title()}</h2>
        <p className="text-sm text-muted">{counted(props) || ' '}</p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <NearbyList {...props} />
      </div>
    </aside>
  );
}

/** The same list as a sheet from below, on phones. */
export function NearbySheet({
  open,
  onOpenChange,
  ...list
}: ListProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={m.works_list_title()}
      description={counted(list) || undefined}
    >
      <div className="-mx-5">
        <NearbyList {...list} />
      </div>
    </Sheet>
  );
}

/** Works at one and the same point, which no zoom can part, also those that are not in the list. */
export function GroupSheet({ pins, onClose, ...list }: ListProps & { pins: Pin[] | null; onClose: () => void }) {
  const listed = new Map(list.items.map((item) => [item.pin.key, item]));
  const items = (pins ?? []).map((pin) => listed.get(pin.key) ?? pinItem(pin));
  const ofGroup: ListProps = { ...list, items, isCut: false, state: 'ready' };
  return (
    <Sheet
      open={pins !== null}
      onOpenChange={(open) => !open && onClose()}
      title={m.works_list_group()}
      description={counted(ofGroup) || undefined}
    >
      <div className="-mx-5">
        <NearbyList {...ofGroup} />
      </div>
    </Sheet>
  );
}
