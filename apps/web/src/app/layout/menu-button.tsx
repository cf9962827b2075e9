import { m } from '#messages';
import { Suspense, useState, type ComponentProps } from 'react';
import { IconButton } from '../../ui/icon-button';
import { lazyPart, PartFailed } from '../../ui/lazy-part';
import { Tooltip } from '../../ui/tooltip';
import { usedInMenu } from '../../features/language';

const Sidebar = lazyPart(() => import('./sidebar').then((module) => module.Sidebar), SidebarFailed);

function SidebarFailed(props: ComponentProps<typeof PartFailed>) {
  return (
    props.open && (
      <div className="plate fixed inset-x-3 top-16 z-50 max-w-md">
        <PartFailed {...props} />
      </div>
    )
  );
}

/** The menu button that opens the sidebar, for every screen's header. */
export function MenuButton({ look }: { look?: 'plate' | 'bare' }) {
  const [isOpen, setOpen] = useState(usedInMenu);
  const [wasOpened, setWasOpened] = useState(usedInMenu);
  return (
    <>
      <Tooltip label={m.layout_menu_title()}>
        <IconButton
          icon="menu"
          label={m.layout_menu_open()}
          look={look}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => {
            setWasOpened(true);
            setOpen(true);
          }}
        />
      </Tooltip>
      {wasOpened && (
        <Suspense fallback={null}>
          <Sidebar open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
