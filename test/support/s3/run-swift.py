"""
OpenStack Swift with its S3 API, whole in one process: proxy, account, container and object server, each with a
loopback port of its own. Debian's package python3-swift brings it. Everything stands in the folder that is given;
objects are in memory.

    run-swift.py FOLDER PORT KEY SECRET   prints "ready" when it answers at PORT, and ends with its standard input
"""
import logging
import os
import socket
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, os=False)

from eventlet import wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.middleware.s3api.s3request import SigV4Mixin  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

FOLDER, PORT, KEY, SECRET = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
ACCOUNT, USER = KEY.split(':')
BELOW = '/storage/v1/s3'

PROXY = f"""
[DEFAULT]
swift_dir = {FOLDER}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors listing_formats bulk s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 20
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{ACCOUNT}_{USER} = {SECRET} .admin
user_{ACCOUNT}_reader = {SECRET}
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
"""


class Cache:
    """What the proxy asks of memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


def with_cache(app):
    cache = Cache()

    def handle(env, start_response):
        env['swift.cache'] = cache
        return app(env, start_response)

    return handle


def below_path(app):
    """The same store once more below a path that signatures cover, as that of Supabase is."""
    canonical = SigV4Mixin._canonical_uri
    SigV4Mixin._canonical_uri = lambda self: self.environ.get('test.below', b'') + canonical(self)

    def handle(env, start_response):
        if env['PATH_INFO'].startswith(f'{BELOW}/'):
            env['test.below'] = BELOW.encode()
            for name in ('PATH_INFO', 'RAW_PATH_INFO'):
                env[name] = env[name][len(BELOW):]
        return app(env, start_response)

    return handle


def listen(port=0):
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(('127.0.0.1', port))
    found.listen(128)
    return found


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def ring(name, port):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port,
                     'device': 'disk', 'replication_ip': '127.0.0.1', 'replication_port': port, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(os.path.join(FOLDER, f'{name}.ring.gz'))


def serve(found, app):
    eventlet.spawn(wsgi.server, found, app, utils.NullLogger(), custom_pool=eventlet.GreenPool(256), debug=False,
                   log_output=False)


def main():
    logging.disable(logging.WARNING)
    os.makedirs(os.path.join(FOLDER, 'disk'), exist_ok=True)
    write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n')
    utils.set_swift_dir(FOLDER)
    for name, app in (('account', 'account'), ('container', 'container'), ('object', 'mem_object')):
        found = listen()
        ring(name, found.getsockname()[1])
        conf = write(f'{name}.conf', f"""
[DEFAULT]
swift_dir = {FOLDER}
devices = {FOLDER}
mount_check = false
log_level = ERROR
[app:main]
use = egg:swift#{app}
""")
        serve(found, loadapp(f'config:{conf}'))
    serve(listen(PORT), below_path(with_cache(loadapp(f"config:{write('proxy.conf', PROXY)}"))))
    print('ready', flush=True)
    # os.read would block every server
    while eventlet.tpool.execute(os.read, 0, 1):
        pass


main()
