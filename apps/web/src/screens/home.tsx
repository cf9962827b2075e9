import { m } from '#messages';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { PendingBanner } from '../features/session/pending-banner';
import { useUser } from '../features/session/use-user';
import { DiscoveryCard } from '../features/works/discovery-card';
import type { SendDocument, SentMapDraft } from '../features/document/drafts';
import { useDiscoveryActions, useLike } from '../features/document/use-actions';
import { useNearbyDiscoveries } from '../features/works/use-nearby-discoveries';
import { useDocument } from '../features/document/use-document';
import { DraftNotice } from '../features/document/draft-notice';
import { useStoredDraft } from '../features/document/use-stored-drafts';
import { useResume } from '../features/document/use-resume';
import { discoveryPinKey } from '../features/works/nearby';
import { type Selected, useSelected, useSelection, useStart } from '../features/works/use-selection';
import { WallWindow } from '../features/walls/wall-window';
import { formatDistance } from '../features/map/distance';
import { metresBetween } from '../lib/great-circle';
import { LocationBanner } from '../features/map/location-banner';
import type { LatLng } from '../features/map/map-port';
import type { Pin } from '../features/map/pins';
import { type MapHandle, StreetMap } from '../features/map/street-map';
import { useUserLocation } from '../features/map/use-location';
import { usedInMenu } from '../features/language';
import { HomeHeader, HomeShortcuts } from '../app/layout/home-header';
import { useLivePlayer } from '../features/players/use-live-player';
import { Sidebar } from '../app/layout/sidebar';
import { useDraft } from '../lib/hidden-draft';
import { EXACT } from '../lib/position';
import { useMedia } from '../lib/use-media';
import { PRODUCT_NAME } from '../product';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { lazyPart } from '../ui/lazy-part';
import { PartBoundary } from '../ui/part-boundary';
import { toast } from '../ui/toast';

// The map does not wait for its list, nor for forms and their rules, which are a third of the map home's code.
const nearbyPanel = () => import('../features/works/nearby-panel');
const NearbyPanel = lazyPart(() => nearbyPanel().then((module) => module.NearbyPanel));
const NearbySheet = lazyPart(() => nearbyPanel().then((module) => module.NearbySheet));
const GroupSheet = lazyPart(() => nearbyPanel().then((module) => module.GroupSheet));
const AddDiscoveryDialog = lazyPart(() =>
  import('../features/document/add-discovery-dialog').then((module) => module.AddDiscoveryDialog),
);
const DocumentArtModal = lazyPart(() =>
  import('../features/document/document-art-modal').then((module) => module.DocumentArtModal),
);
const VerifyContactForm = lazyPart(() =>
  import('../features/session/verify-contact-card').then((module) => module.VerifyContactForm),
);

/** Pixels: below this width (Tailwind's `sm`) the card takes the lower half of the map. */
const PHONE = 640;
const CARD_LIFT = 170;
/** Where the list has room beside the map: Tailwind's `lg`. */
const DESKTOP = '(min-width: 64rem)';

/** Most visits send nothing, so the parts that send are loaded by the first work. The service worker has them. */
const submitLater: SendDocument = async (work, draftId) =>
  (await import('../features/queue/submit-work')).submitWork(work, draftId);

/** The map home, for guests and players; `/d/:id` opens a shared discovery on it. */
export default function Home() {
  const { user, error: userError } = useUser();
  const [menuOpen, setMenuOpen] = useState(usedInMenu);
  const [listOpen, setListOpen] = useState(false);
  const [group, setGroup] = useState<Pin[] | null>(null);
  const [adding, setAdding] = useState<{
    position: LatLng;
    kept: { draft: SentMapDraft; errors: Record<string, string> } | null;
  } | null>(null);
  const map = useRef<MapHandle>(null);
  const hasPanel = useMedia(DESKTOP);

  const documenting = useDocument();
  useDraft(documenting.mode !== 'closed');
  const stored = useStoredDraft(user, documenting.mode !== 'closed');
  const openDocument = () => (stored ? documenting.open(stored.draft, { id: stored.id }) : documenting.open());
  const { location, request } = useUserLocation({ isExact: documenting.mode === 'open' });
  const [locating, setLocating] = useState(false);
  const { selected, select, close } = useSelection();
  const { start, isPending: startPending } = useStart();
  const nearby = useNearbyDiscoveries(location, {
    followsPlayer: start === null && !startPending,
    onLanded: (key) => map.current?.land(key),
  });
  const { run, verifying, setVerifying } = useDiscoveryActions({ onAdded: nearby.expectLanding, send: submitLater });
  const toggleLike = useLike(run);
  useLivePlayer({
    area: nearby.area,
    onDiscovery: nearby.announce,
    onRemoved: (id) => {
      nearby.drop(id);
      setGroup((pins) => pins && pins.filter(({ key }) => key !== discoveryPinKey(id)));
      if (selected !== discoveryPinKey(id)) return;
      close();
      toast({ title: m.screens_home_removed_title(), description: m.works_not_on_map() });
    },
  });
  useResume({
    run,
    openCodeForm: () => setVerifying(true),
    reopen: (action, errors) => {
      if (action.kind === 'add') setAdding({ position: action.draft.position, kept: { draft: action.draft, errors } });
      if (action.kind === 'document') documenting.open(action.draft, { id: action.id, errors });
    },
  });

  const locate = async (onFound: (position: LatLng) => void) => {
    setLocating(true);
    const position = await request();
    setLocating(false);
    if (position) onFound(position);
    else if (location.status !== 'granted')
      toast({
        title: m.screens_home_default_title(),
        description: m.screens_home_default_text(),
        variant: 'destructive',
      });
  };
  const enable = () =>
    locate((position) => {
      toast({ title: m.screens_home_located_title(), description: m.screens_home_located_text() });
      if (!selected) map.current?.show(position);
    });

  /** The pin whose place the player has seen; the one of the address is where the address says. */
  const shownKey = useRef(selected);
  const openPin = (pin: Pin) => {
    setListOpen(false);
    setGroup(null);
    shownKey.current = pin.key;
    select(pin.key);
    // On a phone the card would cover the tapped marker.
    if (window.innerWidth < PHONE) map.current?.show(pin.position, undefined, CARD_LIFT);
  };
  const goToPin = (pin: Pin) => {
    openPin(pin);
    if (window.innerWidth >= PHONE) map.current?.show(pin.position);
  };
  const pick = (position: LatLng) => {
    if (documenting.mode === 'picking') documenting.stopPicking(position);
    else setAdding({ position, kept: null });
  };

  const item = useSelected(selected, nearby.works, nearby.walls);
  useEffect(() => {
    if (shownKey.current === selected || (selected && !item)) return;
    shownKey.current = selected;
    if (item) map.current?.reveal(placeOf(item));
  }, [item, selected]);
  const player = location.status === 'granted' ? location.position : null;
  const origin = listOrigin(player ?? location.position, nearby.area);
  const list = {
    items: nearby.items,
    isFar: nearby.isFar,
    isCut: nearby.isCut,
    from: origin,
    state: nearby.state,
    selected,
    onRetry: nearby.retry,
    onSelect: goToPin,
    emptyAction: (
      <Button
        variant="primary"
        onClick={() => {
          setListOpen(false);
          openDocument();
        }}
      >
        <Icon name="camera" size={18} />
        {m.screens_home_document_street_art()}
      </Button>
    ),
  } as const;

  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <title>{m.screens_home_title({ product: PRODUCT_NAME })}</title>
      <HomeHeader user={user} hasFailed={userError !== null} onMenu={() => setMenuOpen(true)} />
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1">
        <h1 className="sr-only">{m.screens_home_heading()}</h1>
        <PartBoundary title={m.screens_map_broken()} className="min-w-0 flex-1">
          <StreetMap
            ref={map}
            className="min-w-0 flex-1"
            location={location}
            start={start}
            startPending={startPending}
            pins={nearby.pins}
            countedCells={nearby.countedCells}
            selected={selected}
            chosen={adding?.position ?? documenting.place}
            covered={item !== null}
            onSelect={openPin}
            onSelectGroup={setGroup}
            onPick={pick}
            onView={nearby.onView}
            onLocate={() => void locate((position) => map.current?.show(position, 17))}
            notices={
              <>
                {location.status !== 'granted' && <LocationBanner onEnable={() => void enable()} pending={locating} />}
                <PendingBanner className="pointer-events-auto" />
                {stored && <DraftNotice stored={stored} onContinue={openDocument} />}
                {nearby.beyond && !nearby.isFar && !item && (
                  <Button
                    size="sm"
                    className="pointer-events-auto max-w-full self-start"
                    onClick={() => goToPin(nearby.beyond!.pin)}
                  >
                    <Icon name="location" size={16} className="shrink-0 text-place-ink" />
                    <span className="truncate">{m.screens_home_nearest({ title: nearby.beyond.pin.title })}</span>{' '}
                    <span className="shrink-0 text-place-ink">{formatDistance(nearby.beyond.metres)}</span>
                  </Button>
                )}
                {nearby.isFar && !nearby.isWhole && (
                  <p role="status" className="plate self-start px-3.5 py-2 text-sm font-semibold">
                    {m.screens_home_zoom_in()}
                  </p>
                )}
              </>
            }
          >
            {documenting.mode === 'picking' && (
              <PickHint onShown={() => map.current?.focus()} onCancel={() => documenting.stopPicking()} />
            )}
            <div
              className={
                `pointer-events-none absolute inset-x-0 bottom-0 z-10 flex-col items-center gap-3 p-3 ` +
                `pb-[max(2.5rem,env(safe-area-inset-bottom))] ${documenting.mode === 'picking' ? 'hidden' : 'flex'}`
              }
            >
              {item && (
                <div className="w-full max-w-lg">
                  {item.kind === 'discovery' ? (
                    <DiscoveryCard
                      discovery={item.discovery}
                      from={player}
                      onLike={(each) => void toggleLike(each)}
                      onClose={close}
                    />
                  ) : (
                    <WallWindow wall={item.wall} onClose={close} />
                  )}
                </div>
              )}
              <div className={`pointer-events-auto flex gap-3 ${item ? 'max-lg:hidden' : ''}`}>
                <Button size="lg" className="max-sm:px-5 lg:hidden" onClick={() => setListOpen(true)}>
                  <Icon name="list" />
                  {m.screens_home_nearby()}
                </Button>
                <Button variant="primary" size="lg" className="whitespace-nowrap max-sm:px-5" onClick={openDocument}>
                  <Icon name="camera" size={24} />
                  {m.screens_home_document()}
                </Button>
              </div>
            </div>
          </StreetMap>
        </PartBoundary>
        {hasPanel && (
          <PartBoundary title={m.screens_list_broken()}>
            <Suspense fallback={<div className="plaster w-[22rem] shrink-0 border-s border-line" />}>
              <NearbyPanel {...list} />
            </Suspense>
          </PartBoundary>
        )}
      </main>

      <Sidebar open={menuOpen} onOpenChange={setMenuOpen} shortcuts={<HomeShortcuts />} />
      <MountOnFirstUse used={listOpen}>
        <NearbySheet open={listOpen} onOpenChange={setListOpen} {...list} />
      </MountOnFirstUse>
      <MountOnFirstUse used={group !== null}>
        <GroupSheet pins={group} onClose={() => setGroup(null)} {...list} onSelect={openPin} />
      </MountOnFirstUse>
      <MountOnFirstUse used={adding !== null}>
        <AddDiscoveryDialog
          position={adding?.position ?? null}
          kept={adding?.kept}
          run={run}
          onClose={() => setAdding(null)}
          onDocument={({ title, description, position }) => {
            setAdding(null);
            documenting.open({ name: title, description, place: position });
          }}
        />
      </MountOnFirstUse>
      <MountOnFirstUse used={documenting.mode !== 'closed'}>
        <DocumentArtModal
          key={documenting.start.round}
          open={documenting.mode === 'open'}
          resumed={documenting.resumed}
          start={documenting.start}
          user={user}
          place={documenting.place}
          location={location}
          run={run}
          onLocate={() => request(EXACT)}
          onPlace={documenting.setPlace}
          onClose={documenting.close}
          onPickOnMap={documenting.startPicking}
        />
      </MountOnFirstUse>
      <Dialog
        open={verifying}
        onOpenChange={setVerifying}
        size="sm"
        title={m.screens_home_code_title()}
        description={m.screens_home_code_text()}
      >
        <Suspense fallback={null}>
          <VerifyContactForm contactHint={user?.contactHint} onVerified={() => setVerifying(false)} />
        </Suspense>
      </Dialog>
    </div>
  );
}

function placeOf(item: NonNullable<Selected>): LatLng {
  const { latitude: lat, longitude: lng } = item.kind === 'wall' ? item.wall : item.discovery;
  return { lat, lng };
}

/** Loads the code of what it shows when that is first used, and keeps it. */
function MountOnFirstUse({ used, children }: { used: boolean; children: ReactNode }) {
  const [wasUsed, setWasUsed] = useState(used);
  if (used && !wasUsed) setWasUsed(true);
  return wasUsed && <Suspense fallback={null}>{children}</Suspense>;
}

/** Distances are from the player while the list is about their area, else from the middle of its area. */
function listOrigin(player: LatLng | null, area: { center: LatLng; radius: number } | null): LatLng | null {
  if (!area) return player;
  return player && metresBetween(player, area.center) <= area.radius ? player : area.center;
}

function PickHint({ onShown, onCancel }: { onShown: () => void; onCancel: () => void }) {
  const shown = useRef(onShown);
  useEffect(() => shown.current(), []);
  return (
    <div
      className="absolute inset-x-3 bottom-10 z-10 mx-auto flex max-w-lg items-center gap-3 p-3 plate [--cut-line:var(--action)]"
      role="status"
    >
      <Icon name="location" size={24} className="text-action-ink" />
      <p className="min-w-0 flex-1 font-semibold">
        {m.screens_home_pick()}
        <span className="block text-sm font-normal text-muted max-sm:sr-only">{m.screens_home_pick_keys()}</span>
      </p>
      <Button size="sm" onClick={onCancel}>
        {m.screens_home_back()}
      </Button>
    </div>
  );
}
