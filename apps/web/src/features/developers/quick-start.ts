/**
 * The first programs of a partner, each whole and runnable; a browser test runs what the page shows. `CLIENT_ID` and
 * `CLIENT_SECRET` are in their environment.
 */
const curl = (origin: string) => `# export CLIENT_ID=… CLIENT_SECRET=…, then: bash works.sh
# One token for ten minutes…
TOKEN=$(curl -sS -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  ${origin}/oidc/token | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')

# …and three works around a place, nearest first.
curl -sS -H "authorization: Bearer $TOKEN" \\
  '${origin}/api/discoveries/nearby?latitude=45.5&longitude=-73.6&limit=3'
`;

const javascript = (
  origin: string,
) => `// export CLIENT_ID=… CLIENT_SECRET=…, then with Node 18 or newer: node works.mjs
const { CLIENT_ID, CLIENT_SECRET } = process.env;

const granted = await fetch('${origin}/oidc/token', {
  method: 'POST',
  headers: { authorization: \`Basic \${btoa(\`\${CLIENT_ID}:\${CLIENT_SECRET}\`)}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
if (!granted.ok) throw new Error(await granted.text());
const { access_token } = await granted.json();

const query = \`query Near($latitude: Float!, $longitude: Float!) {
  discoveriesNearby(latitude: $latitude, longitude: $longitude, first: 3) {
    nodes { id title latitude longitude }
  }
}\`;
const response = await fetch('${origin}/graphql', {
  method: 'POST',
  headers: { authorization: \`Bearer \${access_token}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables: { latitude: 45.5, longitude: -73.6 } }),
});
const { data, errors } = await response.json();
if (errors) throw new Error(\`\${errors[0].extensions.code}: \${errors[0].message}\`);
console.log(JSON.stringify(data.discoveriesNearby.nodes, null, 2));
`;

const python = (
  origin: string,
) => `# export CLIENT_ID=… CLIENT_SECRET=…, then with Python 3 and nothing else: python3 works.py
import base64, json, os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

client = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}"
basic = base64.b64encode(client.encode()).decode()
grant = Request(
    "${origin}/oidc/token",
    data=urlencode({"grant_type": "client_credentials"}).encode(),
    headers={"Authorization": f"Basic {basic}"},
)
with urlopen(grant) as response:
    token = json.load(response)["access_token"]

place = urlencode({"latitude": 45.5, "longitude": -73.6, "limit": 3})
works = Request(
    f"${origin}/api/discoveries/nearby?{place}",
    headers={"Authorization": f"Bearer {token}"},
)
with urlopen(works) as response:
    print(json.dumps(json.load(response), indent=2))
`;

export const QUICK_STARTS = [
  { id: 'curl', name: 'curl', code: curl },
  { id: 'javascript', name: 'JavaScript', code: javascript },
  { id: 'python', name: 'Python', code: python },
] as const;
