"""Runs scim2-tester against a server: check.py BASE_URL TOKEN. Prints a JSON list of what it checked, each with its status and reason."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token = sys.argv[1:]
client = SyncSCIMClient(Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=30))
results = check_server(client)
print(
    json.dumps(
        [
            {"title": result.title, "resource": result.resource_type, "status": result.status.name, "reason": result.reason}
            for result in results
        ]
    )
)
