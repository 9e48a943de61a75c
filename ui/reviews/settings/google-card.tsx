import Check from "lucide-react/icons/check";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import type { Settings } from "#src/platform/settings/contract.ts";
import type { SignInFailure } from "#src/reviews/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { GOOGLE } from "#ui/platform/settings/connections.ts";
import { CopyField, publicBase } from "#ui/platform/settings/copy-field.tsx";
import { SEALED, SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export function GoogleCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="google" trailing={<ConnectionBadge connection={GOOGLE} settings={settings} />}>
      <TextField
        name="googlePlaceId"
        label="Place ID"
        placeholder="ChIJ…"
        spellCheck={false}
        hint="Identifies your business on Google Maps. With the API key, it fetches the newest 5 reviews."
      />
      <SecretSetting
        name="googleApiKey"
        label="API key"
        hint={`Turn on Places API (New) for this key in the Google console. ${SEALED}`}
        settings={settings}
      />
      <TextField
        name="googleOAuthClientId"
        label="OAuth client ID"
        placeholder="….apps.googleusercontent.com"
        spellCheck={false}
        hint="Fetches all reviews instead of five. You'll sign in with the account that manages the business."
      />
      <SecretSetting
        name="googleOAuthClientSecret"
        label="OAuth client secret"
        settings={settings}
      />
      <div className={WIDE}>
        <CopyField
          label="Authorized redirect URI"
          base={publicBase(settings)}
          path="/api/google-reviews/oauth/callback"
        />
        <p className="hint mt-1.5">In the Google console, under Credentials, your OAuth client.</p>
      </div>
      <NumberField
        name="googleReviewsCacheDurationMinutes"
        label="Fetch reviews at most every (minutes)"
      />
      <GoogleConnection settings={settings} />
    </SectionCard>
  );
}

const loadReviews = async () => (await import("#src/reviews/contract.ts")).reviews;

/** The connected Google account, with connecting and disconnecting. */
function GoogleConnection({ settings }: { settings: Settings }) {
  useReturn();

  const start = useAct(async () => (await loadReviews()).startSignIn, {
    onDone: ({ authUrl }) => location.assign(authUrl),
    errors: "Failed to start Google connection",
  });
  const disconnect = useAct(async () => (await loadReviews()).disconnect, {
    done: {
      title: "Disconnected",
      description: "Your Google Business Profile has been disconnected",
    },
    errors: "Failed to disconnect",
  });

  const { googleBusinessName, googleAccountId, googleLocationId } = settings;
  const signedIn = settings.googleOAuthRefreshToken?.set === true;
  const connected = signedIn && Boolean(googleBusinessName);
  const ready = Boolean(settings.googleOAuthClientId) && settings.googleOAuthClientSecret?.set;
  return (
    <div className={`${WIDE} flex flex-col gap-3 border-line border-t pt-4`}>
      {connected ? (
        <div>
          <p className="h3 flex items-center gap-2 min-w-0">
            <Icon of={Check} />
            {googleBusinessName}
          </p>
          <dl className="sm dim num mt-1 wrap-anywhere">
            <div>
              <dt className="inline">Account ID: </dt>
              <dd className="inline">{googleAccountId}</dd>
            </div>
            <div>
              <dt className="inline">Location ID: </dt>
              <dd className="inline">{googleLocationId}</dd>
            </div>
          </dl>
        </div>
      ) : (
        <p className="h3">
          Not connected
          {signedIn && (
            <span className="sm dim block">
              Google connected, but we found no business. To see why, press Test under Connections.
            </span>
          )}
        </p>
      )}
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button
          disabled={!ready}
          aria-describedby={ready ? undefined : "google-connect-hint"}
          busy={start.isPending && "Connecting..."}
          onClick={() => start.run()}
        >
          {connected ? "Reconnect Google Account" : "Connect Google Account"}
        </Button>
        {signedIn && (
          <Button
            variant="quiet-bad"
            busy={disconnect.isPending && "Disconnecting..."}
            onClick={() => disconnect.run()}
          >
            Disconnect
          </Button>
        )}
        {!ready && (
          <p id="google-connect-hint" className="hint">
            Save the OAuth client ID and secret first.
          </p>
        )}
      </div>
    </div>
  );
}

const FAILURES: Readonly<Record<SignInFailure, string>> = {
  denied: "You didn't grant permission at Google.",
  expired: "That took too long or started in another browser. Try again.",
  refused:
    "Google refused the sign-in: check the client ID, its secret and the authorized redirect address.",
  business: "Google connected, but we found no business. To see why, press Test under Connections.",
};

/** Google redirects here with the result in the address, which is shown once and removed. */
function useReturn() {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const showResult = useEffectEvent(() => {
    const query = new URLSearchParams(location.search);
    const failure = query.get("google_error");
    if (query.get("google_connected") === "true")
      toasts.show({ title: "Google Account Connected" });
    else if (failure !== null && Object.hasOwn(FAILURES, failure))
      toasts.show({
        title: "Google Account not connected",
        description: FAILURES[failure as SignInFailure],
        kind: "destructive",
      });
    else return;
    navigate(`${location.pathname}${location.hash}`, { replace: true });
  });
  useEffect(() => showResult(), []);
}
