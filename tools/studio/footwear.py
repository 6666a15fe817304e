"""Procedural product renders of footwear, for Blender 3.4+ (Cycles, headless).

    blender -b -P footwear.py -- --model clog --view three_quarter --out clog
    node compose.mjs clog clog.png [backdrop]
    blender -b -P footwear.py -- --batch jobs.json

A batch is a JSON list of jobs: {"model": .., "view": .., "out": .., any other option}.
Jobs that differ only in colour, material or view share one built scene, and jobs that
differ only in colour share their shadow; "DONE <out>" is printed as each is finished.
A job may also be a still life of several shoes: {"shoes": [..], "size": .., "out": ..},
see `still_life`.

Everything is built from one shared "last": a foot outline, a spine along the
middle of the foot, and height curves over the length.  Units are centimetres,
the heel sits at y = 0, the toe points to +y, and the shoe is a right one, so
that the big toe (medial side) is at -x.  The canonical length is 26 cm; because
the camera frames the subject, other sizes differ only in their proportions
(--kids: wider and taller for the length).

Parts of the file
    1  small maths            Curve (monotone cubic), Last (outline + surface)
    2  mesh builders          loft, band (strap), buckle, stitches, shell, tube
    3  materials              suede, leather, metallic, textile, cork, EVA, metal, ...
    4  models                 clog, mule, two_strap, thong, ballerina, slip_on, sneaker
    5  studio                 lights, shadow catcher, camera presets, render
"""
import argparse
import json
import math
import re
import shutil
import sys
import time
from bisect import bisect_right

import bmesh
import bpy
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

PI = math.pi


# --------------------------------------------------------------------------
# 1  Small maths
# --------------------------------------------------------------------------
def clamp(x, lo=0.0, hi=1.0):
    return lo if x < lo else hi if x > hi else x


def smooth(x):
    x = clamp(x)
    return x * x * (3 - 2 * x)


def lerp(a, b, t):
    return a + (b - a) * t


def gauss(x, width):
    return math.exp(-(x / width) ** 2)


class Curve:
    """Monotone cubic interpolation through (x, y) pairs, constant outside."""

    def __init__(self, *pairs):
        self.x = [p[0] for p in pairs]
        self.y = [p[1] for p in pairs]
        n = len(pairs)
        d = [(self.y[i + 1] - self.y[i]) / (self.x[i + 1] - self.x[i]) for i in range(n - 1)]
        m = [d[0]] if d else [0.0]
        for i in range(1, n - 1):
            m.append(0.0 if d[i - 1] * d[i] <= 0 else 2 * d[i - 1] * d[i] / (d[i - 1] + d[i]))
        if d:
            m.append(d[-1])
        self.m = m

    def __call__(self, x):
        xs = self.x
        if x <= xs[0]:
            return self.y[0]
        if x >= xs[-1]:
            return self.y[-1]
        i = bisect_right(xs, x) - 1
        h = xs[i + 1] - xs[i]
        t = (x - xs[i]) / h
        t2, t3 = t * t, t * t * t
        return (self.y[i] * (2 * t3 - 3 * t2 + 1) + self.m[i] * h * (t3 - 2 * t2 + t)
                + self.y[i + 1] * (3 * t2 - 2 * t3) + self.m[i + 1] * h * (t3 - t2))


def catmull(points, per_segment, closed=False):
    """Uniform Catmull-Rom spline through tuples or Vectors."""
    pts = [Vector(p) for p in points]
    n = len(pts)
    out = []
    for i in range(n if closed else n - 1):
        if closed:
            a, b, c, d = (pts[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            b, c = pts[i], pts[i + 1]
            a = pts[i - 1] if i else b * 2 - c
            d = pts[i + 2] if i + 2 < n else c * 2 - b
        for k in range(per_segment):
            t = k / per_segment
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                              + (3 * b - a - 3 * c + d) * t ** 3))
    if not closed:
        out.append(pts[-1].copy())
    return out


# Outlines of the footbed from above, from the heel along the medial side to the
# toe and back along the lateral side.
WIDE = [(0, 0), (-1.75, .42), (-3.0, 1.9), (-3.35, 4.2), (-3.25, 7), (-3.1, 9.6), (-3.25, 12.4),
        (-3.85, 15.4), (-4.45, 18.2), (-4.55, 20.8), (-4.15, 23.2), (-3.1, 25.1), (-1.45, 26),
        (.5, 25.75), (2.3, 24.7), (3.75, 22.6), (4.65, 19.8), (4.95, 17), (4.8, 14), (4.35, 11),
        (3.85, 8), (3.55, 5), (3.15, 2.2), (1.85, .45)]
SLIM = [(0, 0), (-1.45, .4), (-2.5, 1.9), (-2.75, 4.2), (-2.45, 7), (-2.2, 9.6), (-2.45, 12.4),
        (-3.2, 15.4), (-3.75, 18.0), (-3.75, 20.4), (-3.2, 23), (-2.1, 25.2), (-.55, 26),
        (1.0, 25.5), (2.3, 24), (3.3, 21.8), (3.9, 19.2), (4.05, 16.6), (3.75, 13.8), (3.25, 11),
        (2.95, 8), (2.85, 5), (2.6, 2.2), (1.5, .42)]

COURT = [(.48 * a[0] + .56 * b[0], (a[1] + b[1]) / 2) for a, b in zip(WIDE, SLIM)]


class Last:
    """The foot form that every part is laid on.

    Two coordinates name a point of the outline: q runs 0..1 up the medial side
    (heel centre to toe centre), 1..2 round the toe, 2..3 down the lateral side
    and 3..4 round the heel.  `theta` climbs from the edge (0) to the spine
    (pi/2), so `surface(q, theta)` is a dome over the outline.
    """

    def __init__(self, outline=WIDE, width=1.0, heel_centre=3.6, toe_centre=20.6,
                 spine=Curve((0, .05), (8, .45), (15, .35), (20, -.15), (26, -.6)),
                 height=Curve((0, 8), (26, 2.5)), power=Curve((0, 2.3), (26, 2.3)),
                 rim_medial=Curve((0, 3), (26, 2)), rim_lateral=Curve((0, 3), (26, 2)),
                 inset=.22, bulge=.0):
        self.hc, self.tc = heel_centre, toe_centre
        self.spine_x, self.height, self.power = spine, height, power
        self.rim_medial, self.rim_lateral = rim_medial, rim_lateral
        self.inset, self.bulge = inset, bulge
        dense = catmull([(x * width, y, 0) for x, y in outline], 60, closed=True)
        tip = max(range(len(dense)), key=lambda i: dense[i].y)
        self.length = dense[tip].y
        med, lat = dense[:tip + 1], dense[tip:] + dense[:1]
        mid = lambda pts: [p for p in pts if self.hc <= p.y <= self.tc]
        self._med = Curve(*[(p.y, p.x) for p in mid(med)])
        self._lat = Curve(*[(p.y, p.x) for p in reversed(mid(lat))])
        end = lambda c, y: Vector((c(y), y, 0))
        self._toe = self._arc([end(self._med, self.tc)] + [p for p in dense if p.y > self.tc]
                              + [end(self._lat, self.tc)])
        heel = ([end(self._lat, self.hc)] + [p for p in lat if p.y < self.hc]
                + [p for p in med[1:] if p.y < self.hc] + [end(self._med, self.hc)])
        self._heel = self._arc(heel)

    @staticmethod
    def _arc(pts):
        s = [0.0]
        for a, b in zip(pts, pts[1:]):
            s.append(s[-1] + max((b - a).length, 1e-6))
        xs = Curve(*[(t / s[-1], p.x) for t, p in zip(s, pts)])
        ys = Curve(*[(t / s[-1], p.y) for t, p in zip(s, pts)])
        return lambda t: Vector((xs(t), ys(t), 0))

    def q_of(self, y, side):
        t = (y - self.hc) / (self.tc - self.hc)
        return t if side < 0 else 3 - t

    def edge(self, q, inset=0.0):
        q %= 4
        if q < 1:
            y = lerp(self.hc, self.tc, q)
            p = Vector((self._med(y), y, 0))
        elif q < 2:
            p = self._toe(q - 1)
        elif q < 3:
            y = lerp(self.tc, self.hc, q - 2)
            p = Vector((self._lat(y), y, 0))
        else:
            p = self._heel(q - 3)
        if inset:
            p = p - self.outward(q) * inset
        return p

    def outward(self, q):
        d = self.edge(q + .012) - self.edge(q - .012)
        return Vector((-d.y, d.x, 0)).normalized()

    def spine(self, q):
        q %= 4
        y = (lerp(self.hc, self.tc, q) if q < 1 else self.tc if q < 2
             else lerp(self.tc, self.hc, q - 2) if q < 3 else self.hc)
        return Vector((self.spine_x(y), y, 0))

    def rim(self, q):
        """Height of the footbed's rim above the ground."""
        e = self.edge(q)
        w = smooth((e.x - self.spine_x(e.y)) / 6 + .5)
        return lerp(self.rim_medial(e.y), self.rim_lateral(e.y), w)

    def rho(self, q, theta):
        p = self.power(self.spine(q).y)
        c, s = max(math.cos(theta), 0), max(math.sin(theta), 0)
        r = (c ** p + s ** p) ** (-1 / p)
        return r * c, r * s

    def theta_at_height(self, q, h):
        """The angle at which the surface stands `h` above the rim's base."""
        p = self.power(self.spine(q).y)
        g = clamp(h / self.height(self.edge(q).y), 0, .999)
        return math.atan2(g, (1 - g ** p) ** (1 / p))

    def theta_at_rho(self, q, rho):
        p = self.power(self.spine(q).y)
        rho = clamp(rho, 0, 1)
        return math.atan2((1 - rho ** p) ** (1 / p), rho)

    def surface(self, q, theta, lift=0.0):
        if lift:
            return self.surface(q, theta) + self.normal(q, theta) * lift
        e, s = self.edge(q, self.inset), self.spine(q)
        rho, g = self.rho(q, theta)
        xy = s + (e - s) * (rho * (1 + self.bulge * math.sin(2 * theta)))
        mid = (self.rim_medial(xy.y) + self.rim_lateral(xy.y)) / 2
        z = lerp(self.rim(q) - .35, mid, g) + self.height(xy.y) * g
        return Vector((xy.x, xy.y, z))

    def normal(self, q, theta):
        theta = clamp(theta, .002, PI / 2 - .012)
        a = self.surface(q + .004, theta) - self.surface(q - .004, theta)
        b = self.surface(q, theta + .01) - self.surface(q, max(theta - .01, 0))
        n = b.cross(a).normalized()
        out = self.outward(q) * math.cos(theta) + Vector((0, 0, math.sin(theta)))
        return n if n.dot(out) > 0 else -n

    def on(self, u, y, lift=0.0):
        """Signed chart of the instep: u = -1 medial edge, 0 spine, +1 lateral edge."""
        q = self.q_of(y, u)
        return self.surface(q, (1 - min(abs(u), 1)) * PI / 2, lift)

    def on_normal(self, u, y):
        u = u if abs(u) > .03 else (.03 if u >= 0 else -.03)
        return self.normal(self.q_of(y, u), (1 - min(abs(u), 1)) * PI / 2)


# --------------------------------------------------------------------------
# 2  Mesh builders
# --------------------------------------------------------------------------
def new_object(name, verts, faces, mats, indices=None, subdiv=0, weld=.002, outward=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(v) for v in verts], [], faces)
    for m in mats:
        me.materials.append(m)
    if indices:
        me.polygons.foreach_set('material_index', indices)
    bm = bmesh.new()
    bm.from_mesh(me)
    if weld:
        bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=weld)
    if outward is None:
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    else:                                   # open shell: make it face away from a point
        bm.normal_update()
        votes = sum(f.normal.dot(f.calc_center_median() - outward(f.calc_center_median())) for f in bm.faces)
        if votes < 0:
            bmesh.ops.reverse_faces(bm, faces=bm.faces)
    for f in bm.faces:
        f.smooth = True
    bm.to_mesh(me)
    bm.free()
    me.use_auto_smooth = True
    me.auto_smooth_angle = math.radians(55)
    ob = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(ob)
    if subdiv:
        mod = ob.modifiers.new('subdivision', 'SUBSURF')
        mod.levels = mod.render_levels = subdiv
    return ob


def loft(name, rings, mats, closed=True, cap_start=False, cap_end=False, pick=None, **kw):
    """Quads between consecutive rings; pick(ring, column) gives a material index."""
    n = len(rings[0])
    verts = [v for r in rings for v in r]
    faces, idx = [], []
    for j in range(len(rings) - 1):
        for i in range(n if closed else n - 1):
            k = (i + 1) % n
            faces.append((j * n + i, j * n + k, (j + 1) * n + k, (j + 1) * n + i))
            idx.append(pick(j, i) if pick else 0)
    if cap_start:
        faces.append(tuple(range(n)))
        idx.append(pick(0, 0) if pick else 0)
    if cap_end:
        faces.append(tuple((len(rings) - 1) * n + i for i in reversed(range(n))))
        idx.append(pick(len(rings) - 2, 0) if pick else 0)
    return new_object(name, verts, faces, mats, idx, **kw)


def round_columns(side=46, toe=40, heel=32):
    """q values all round the outline, denser where it turns."""
    return ([i / side for i in range(side)] + [1 + i / toe for i in range(toe)]
            + [2 + i / side for i in range(side)] + [3 + i / heel for i in range(heel)])


def shell(name, grid, mats, thickness, last, closed=False, subdiv=1):
    """A lofted skin with thickness, inside and rim materials (mats: out, in, rim)."""
    centre = lambda p: Vector((last.spine_x(p.y), clamp(p.y, last.hc, last.tc), 1.5))
    ob = loft(name, grid, mats, closed=closed, outward=centre)
    mod = ob.modifiers.new('thickness', 'SOLIDIFY')
    mod.thickness, mod.offset, mod.use_quality_normals = thickness, -1, True
    mod.material_offset, mod.material_offset_rim = 1, 2
    mod = ob.modifiers.new('subdivision', 'SUBSURF')
    mod.levels = mod.render_levels = subdiv
    return ob


class Band:
    """A strap laid on the last.

    path    control points (u, y) on the instep chart
    widths  Curve of the full width over t (0..1 along the path)
    lift    Curve or number: height of the underside above the last
    tips    (start, end): length in cm over which an end is rounded off, 0 = square
    """

    def __init__(self, last, path, widths, thickness=.26, lift=.04, tips=(0, 0), steps=70, point=None):
        self.last, self.h = last, thickness
        self.lift = lift if callable(lift) else (lambda t: lift)
        ctrl = catmull([(u, y, 0) for u, y in path], 24)
        # Resample by length on the surface, so that t is proportional to distance.
        pos = [last.on(p.x, p.y) for p in ctrl]
        s = [0.0]
        for a, b in zip(pos, pos[1:]):
            s.append(s[-1] + max((b - a).length, 1e-5))
        self.length = s[-1]
        self._u = Curve(*[(v / s[-1], p.x) for v, p in zip(s, ctrl)])
        self._y = Curve(*[(v / s[-1], p.y) for v, p in zip(s, ctrl)])
        self._w = widths if callable(widths) else (lambda t: widths)
        self.tips = tips
        ts = [i / steps for i in range(steps + 1)]
        for end, tip in enumerate(tips):           # more rings where a tip is rounded
            if tip:
                extra = [tip / self.length * (1 - math.cos(k / 9 * PI / 2)) for k in range(10)]
                ts += [1 - e if end else e for e in extra]
        self.ts = sorted(set(round(t, 5) for t in ts))

    def half(self, t):
        w = self._w(t) / 2
        for end, tip in enumerate(self.tips):
            d = (1 - t if end else t) * self.length
            if tip and d < tip:
                w *= math.sqrt(max(1 - (1 - d / tip) ** 2, 0)) ** .8
        return max(w, .02)

    def at(self, t, across=0.0, up=0.0):
        """Point at t, `across` cm sideways and `up` cm above the strap's underside."""
        u, y = self._u(t), self._y(t)
        du, dy = self._u(t + .01) - self._u(t - .01), self._y(t + .01) - self._y(t - .01)
        here = self.last.on(u, y)
        e = .02
        gu = max((self.last.on(clamp(u + e, -1, 1), y) - self.last.on(clamp(u - e, -1, 1), y)).length
                 / (clamp(u + e, -1, 1) - clamp(u - e, -1, 1)), .5)
        gy = max((self.last.on(u, y + .1) - self.last.on(u, y - .1)).length / .2, .5)
        a, b = du * gu, dy * gy
        n = math.hypot(a, b) or 1
        u2, y2 = u - b / n * across / gu, y + a / n * across / gy
        over = max(abs(u2) - 1, 0) * gu              # past the edge: go straight down
        u2 = clamp(u2, -1, 1)
        p = self.last.on(u2, y2) + self.last.on_normal(u2, y2) * (self.lift(t) + up)
        return p - Vector((0, 0, over))

    def frame(self, t):
        """(origin, along, across, normal) on top of the strap."""
        o = self.at(t, 0, self.h)
        along = (self.at(min(t + .02, 1), 0, self.h) - self.at(max(t - .02, 0), 0, self.h)).normalized()
        across = self.at(t, .3, self.h) - self.at(t, -.3, self.h)
        normal = along.cross(across).normalized()
        if normal.dot(o - Vector((self.last.spine_x(o.y), o.y, 1))) < 0:
            normal = -normal
        return o, along, normal.cross(along).normalized(), normal

    def build(self, name, mats, subdiv=1, crown=.03):
        """mats: (top, edge, underside)."""
        h, m = self.h, 9
        rings = []
        for t in self.ts:
            w = self.half(t)
            rc = min(h * .42, w * .9)
            prof = [((-1 + 2 * k / (m - 1)) * (w - rc), h + crown * (1 - (-1 + 2 * k / (m - 1)) ** 2))
                    for k in range(m)]
            prof += [(w - rc + rc * math.sin(a), h - rc + rc * math.cos(a)) for a in (.55, 1.1)]
            prof += [(w, h * .5), (w - .02, h * .15)]
            prof += [((1 - 2 * k / (m - 1)) * (w - .05), 0) for k in range(m)]
            prof += [(-w + .02, h * .15), (-w, h * .5)]
            prof += [(-w + rc - rc * math.sin(a), h - rc + rc * math.cos(a)) for a in (1.1, .55)]
            rings.append([self.at(t, x, z) for x, z in prof])
        n = len(rings[0])

        def pick(j, i):
            if i < m + 1 or i >= n - 2:
                return 0
            return 2 if m + 3 < i < 2 * m + 3 else 1
        return loft(name, rings, mats, cap_start=True, cap_end=True, pick=pick, subdiv=subdiv, weld=.0008)

    def line(self, t0, t1, across, n=60):
        """Points and normals for stitching; `across` is measured from an edge when given as ('edge', d)."""
        out = []
        for k in range(n + 1):
            t = lerp(t0, t1, k / n)
            x = across
            if isinstance(across, tuple):
                x = math.copysign(max(self.half(t) - abs(across[1]), 0), across[1])
            out.append(self.at(t, x, self.h + .015))
        return out


def tube(name, path, radius, mat, closed=False, sides=12, flat=1.0, subdiv=0, normals=None):
    """A round (or flattened) tube along points; parallel-transport frames."""
    n = len(path)
    rings = []
    up = None
    for i, p in enumerate(path):
        a = path[(i - 1) % n] if closed or i else path[0]
        b = path[(i + 1) % n] if closed or i < n - 1 else path[-1]
        t = (b - a).normalized()
        if normals:
            up = normals[i]
        elif up is None:
            up = t.orthogonal()
        up = (up - t * up.dot(t)).normalized()
        side = t.cross(up)
        r = radius(i / max(n - 1, 1)) if callable(radius) else radius
        rings.append([p + side * (r * math.cos(2 * PI * k / sides)) + up * (r * flat * math.sin(2 * PI * k / sides))
                      for k in range(sides)])
    if closed:
        rings.append(rings[0])
    return loft(name, rings, [mat], cap_start=not closed, cap_end=not closed, subdiv=subdiv, weld=.0005)


def stitches(name, lines, mat, length=.26, gap=.13, radius=.038, sink=.3):
    """Small thread capsules along polylines (lists of points)."""
    verts, faces = [], []
    rings, sides = 6, 7
    for line in lines:
        s = [0.0]
        for a, b in zip(line, line[1:]):
            s.append(s[-1] + (b - a).length)
        if s[-1] < length:
            continue

        def at(d):
            i = min(max(bisect_right(s, d) - 1, 0), len(line) - 2)
            return line[i].lerp(line[i + 1], clamp((d - s[i]) / max(s[i + 1] - s[i], 1e-6)))
        count = max(int(s[-1] / (length + gap)), 1)
        step = s[-1] / count
        for c in range(count):
            a, b = at(c * step + gap / 2), at((c + 1) * step - gap / 2)
            t = b - a
            ln = t.length
            t.normalize()
            x = t.orthogonal().normalized()
            y = t.cross(x)
            base = len(verts)
            for r in range(rings + 1):
                f = r / rings
                rr = radius * max(math.sin(PI * clamp(f, .03, .97)), 0) ** .4
                for k in range(sides):
                    ang = 2 * PI * k / sides
                    verts.append(a + t * (ln * f) + x * (rr * math.cos(ang)) + y * (rr * math.sin(ang)))
            for r in range(rings):
                for k in range(sides):
                    k2 = (k + 1) % sides
                    faces.append((base + r * sides + k, base + r * sides + k2,
                                  base + (r + 1) * sides + k2, base + (r + 1) * sides + k))
    if verts:
        return new_object(name, verts, faces, [mat], weld=0)


def placed(ob, o, x, y, z):
    ob.matrix_world = Matrix(((x.x, y.x, z.x, o.x), (x.y, y.y, z.y, o.y), (x.z, y.z, z.z, o.z), (0, 0, 0, 1)))
    return ob


def buckle(name, frame, width, length, metal, radius=.13, tilt=.12, pin_back=.62):
    """A rounded-rectangle frame with a pin.  `along` of the frame points to the strap's tip."""
    o, along, across, normal = frame
    a, b, r = width / 2, length / 2, min(.38, length * .3)
    pts = []
    for cx, cy, a0 in ((a - r, b - r, 0), (-a + r, b - r, PI / 2), (-a + r, -b + r, PI), (a - r, -b + r, 1.5 * PI)):
        for k in range(7):
            ang = a0 + k / 6 * PI / 2
            pts.append((cx + r * math.cos(ang), cy + r * math.sin(ang)))
    # across -> x, along -> y.  The bar at +y dips below the strap, the one at -y rides above it.
    bow = lambda x, y: -tilt * y / b - .12 * (x / a) ** 2
    path = []
    for i, (x, y) in enumerate(pts):
        x2, y2 = pts[(i + 1) % len(pts)]
        m = 5 if math.hypot(x2 - x, y2 - y) > .3 else 1
        for k in range(m):
            xx, yy = lerp(x, x2, k / m), lerp(y, y2, k / m)
            path.append(o + across * xx + along * yy + normal * (bow(xx, yy) + radius * .3))
    ring = tube(name + ' frame', path, radius, metal, closed=True, sides=14, subdiv=1, flat=.72,
                normals=[normal] * len(path))
    top = radius * .25 + tilt + radius + .05
    pin = [o + along * lerp(b * pin_back, -b - radius * .7, k / 12)
           + normal * (lerp(.0, top, smooth(k / 12 * 1.15)) - (.03 if k == 12 else 0)) for k in range(13)]
    tube(name + ' pin', pin, lambda t: radius * .6, metal, sides=12, subdiv=1)
    return ring


def discs(name, frames, radius, mat, rim=None, rim_mat=None):
    """Flat punched holes (dark discs), optionally with a raised ring (eyelet or rivet)."""
    verts, faces = [], []
    for o, along, across, normal in frames:
        base = len(verts)
        for k in range(20):
            a = 2 * PI * k / 20
            verts.append(o + along * (radius * math.cos(a)) + across * (radius * math.sin(a)) + normal * .035)
        faces.append(tuple(base + k for k in range(20)))
        if rim:
            pts = [o + along * (radius * math.cos(2 * PI * k / 24)) + across * (radius * math.sin(2 * PI * k / 24))
                   + normal * .03 for k in range(24)]
            tube(name + ' ring', pts, rim, rim_mat, closed=True, sides=8, normals=[normal] * 24, subdiv=1)
    return new_object(name, verts, faces, [mat], weld=0)


# --------------------------------------------------------------------------
# 3  Materials
# --------------------------------------------------------------------------
def rgb(hexa, gain=1.0):
    h = hexa.lstrip('#')
    c = [int(h[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    lin = [v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4 for v in c]
    return tuple(clamp(v * gain) for v in lin) + (1.0,)


class Nodes:
    """A thin wrapper that keeps material definitions short."""

    def __init__(self, name):
        self.mat = bpy.data.materials.new(name)
        self.mat.use_nodes = True
        self.tree = self.mat.node_tree
        self.bsdf = self.tree.nodes['Principled BSDF']
        self.coord = self.new('ShaderNodeTexCoord').outputs['Object']

    def new(self, kind, **props):
        n = self.tree.nodes.new(kind)
        for k, v in props.items():
            setattr(n, k, v)
        return n

    def link(self, a, b):
        self.tree.links.new(a, b)

    def set(self, **inputs):
        for k, v in inputs.items():
            self.bsdf.inputs[k.replace('_', ' ')].default_value = v

    def noise(self, scale, detail=4, rough=.55, distort=0, stretch=None):
        n = self.new('ShaderNodeTexNoise')
        for k, v in (('Scale', scale), ('Detail', detail), ('Roughness', rough), ('Distortion', distort)):
            n.inputs[k].default_value = v
        src = self.coord
        if stretch:
            m = self.new('ShaderNodeMapping')
            m.inputs['Scale'].default_value = stretch
            self.link(src, m.inputs['Vector'])
            src = m.outputs['Vector']
        self.link(src, n.inputs['Vector'])
        return n.outputs['Fac']

    def warped(self, scale, amount):
        """Coordinates displaced by noise, to break up straight cell borders."""
        t = self.new('ShaderNodeTexNoise')
        t.inputs['Scale'].default_value, t.inputs['Detail'].default_value = scale, 3
        self.link(self.coord, t.inputs['Vector'])
        return self.mix(self.coord, t.outputs['Color'], amount, 'LINEAR_LIGHT')

    def voronoi(self, scale, feature='F1', out='Distance', coord=None):
        n = self.new('ShaderNodeTexVoronoi', feature=feature)
        n.inputs['Scale'].default_value = scale
        self.link(coord or self.coord, n.inputs['Vector'])
        return n.outputs[out]

    def ramp(self, src, *stops, mode='LINEAR'):
        n = self.new('ShaderNodeValToRGB')
        n.color_ramp.interpolation = mode
        while len(n.color_ramp.elements) < len(stops):
            n.color_ramp.elements.new(.5)
        for e, (pos, col) in zip(n.color_ramp.elements, stops):
            e.position, e.color = pos, col
        self.link(src, n.inputs['Fac'])
        return n.outputs['Color']

    def mix(self, a, b, fac=.5, mode='MIX'):
        n = self.new('ShaderNodeMixRGB', blend_type=mode)
        for sock, v in ((n.inputs['Color1'], a), (n.inputs['Color2'], b), (n.inputs['Fac'], fac)):
            if hasattr(v, 'is_output'):
                self.link(v, sock)
            else:
                sock.default_value = v
        return n.outputs['Color']

    def math(self, operation, a, b):
        n = self.new('ShaderNodeMath', operation=operation)
        for sock, v in zip(n.inputs, (a, b)):
            if hasattr(v, 'is_output'):
                self.link(v, sock)
            else:
                sock.default_value = v
        return n.outputs['Value']

    def bump(self, *layers):
        """layers: (height socket, strength, distance in cm)."""
        prev = None
        for src, strength, dist in layers:
            n = self.new('ShaderNodeBump')
            n.inputs['Strength'].default_value = strength
            n.inputs['Distance'].default_value = dist
            self.link(src, n.inputs['Height'])
            if prev:
                self.link(prev, n.inputs['Normal'])
            prev = n.outputs['Normal']
        self.link(prev, self.bsdf.inputs['Normal'])

    def colour(self, src):
        self.link(src, self.bsdf.inputs['Base Color'])


def grey(v):
    return (v, v, v, 1)


def suede(hexa, name='suede', nap=1.0):
    n = Nodes(name)
    patches = n.ramp(n.noise(.8, 6, .68, .3), (.36, rgb(hexa, 1 - .11 * nap)), (.64, rgb(hexa, 1 + .13 * nap)))
    fibre = n.ramp(n.noise(11, 5, .8), (.36, grey(.70)), (.64, grey(1.25)))
    n.colour(n.mix(patches, fibre, .75 * min(nap, 1), 'MULTIPLY'))
    n.set(Roughness=.95, Specular=.12, Sheen=.5, Sheen_Tint=.2)
    n.bump((n.noise(.9, 3, .5), .25 * nap, .10), (n.noise(13, 5, .8), .8 * max(nap, .7), .065))
    return n.mat


def nubuck(hexa, name='nubuck'):
    return suede(hexa, name, nap=.55)


def leather(hexa, name='leather', rough=.42, grain=1.0):
    n = Nodes(name)
    n.colour(n.ramp(n.noise(.8, 4), (.3, rgb(hexa, .95)), (.7, rgb(hexa, 1.04))))
    n.set(Specular=.4, Roughness=rough)
    r = n.ramp(n.noise(3, 5), (.3, grey(rough - .06)), (.7, grey(rough + .08)))
    n.link(r, n.bsdf.inputs['Roughness'])
    n.bump((n.noise(.55, 3, .5), .30 * grain, .12),
           (n.voronoi(9.5, 'DISTANCE_TO_EDGE'), .28 * grain, .035), (n.noise(30, 5, .7), .12, .02))
    return n.mat


def oiled(hexa, name='oiled leather'):
    n = Nodes(name)
    n.colour(n.ramp(n.noise(.7, 6, .62, .8), (.30, rgb(hexa, .80)), (.55, rgb(hexa)), (.75, rgb(hexa, 1.12))))
    n.set(Specular=.35, Roughness=.52)
    n.bump((n.noise(.6, 4), .3, .12), (n.voronoi(7, 'DISTANCE_TO_EDGE'), .18, .03), (n.noise(24, 6, .75), .25, .025))
    return n.mat


def metallic(hexa, name='metallic leather'):
    """Leather under a metal foil: it gleams where it bends, and its grain shows through."""
    n = Nodes(name)
    n.colour(n.ramp(n.noise(.8, 4), (.3, rgb(hexa, 1.0)), (.7, rgb(hexa, 1.16))))
    n.set(Metallic=.78, Specular=.5)
    n.link(n.ramp(n.noise(3, 5), (.3, grey(.30)), (.7, grey(.42))), n.bsdf.inputs['Roughness'])
    n.bump((n.noise(.55, 3, .5), .25, .12), (n.voronoi(8, 'DISTANCE_TO_EDGE'), .35, .035))
    return n.mat


def cork(name='cork', hexa='#b88a5c'):
    n = Nodes(name)
    w = n.warped(5, .16)
    grains = n.new('ShaderNodeSeparateColor')
    n.link(n.voronoi(5.2, out='Color', coord=w), grains.inputs[0])
    base = n.ramp(grains.outputs[0], (.0, rgb(hexa, .68)), (.18, rgb(hexa, .88)), (.55, rgb(hexa, 1.02)),
                  (1, rgb(hexa, 1.2)))
    small = n.new('ShaderNodeSeparateColor')
    n.link(n.voronoi(12.5, out='Color', coord=w), small.inputs[0])
    fine = n.ramp(small.outputs[1], (.0, grey(.78)), (.5, grey(1)), (1, grey(1.1)))
    c = n.mix(base, fine, .8, 'MULTIPLY')
    specks = n.ramp(small.outputs[2], (.0, grey(1)), (.075, grey(1)), (.08, grey(0)), mode='CONSTANT')
    c = n.mix(c, rgb('#5b3b24'), n.mix(grey(0), specks, .7))
    n.colour(c)
    n.set(Roughness=.62, Specular=.3)
    n.bump((n.voronoi(5.2, coord=w), .3, .06), (n.voronoi(12.5, coord=w), .35, .05), (n.noise(22, 4), .3, .03))
    return n.mat


def rubber(hexa, name='EVA', rough=.6):
    n = Nodes(name)
    n.colour(n.ramp(n.noise(1.2, 3), (.3, rgb(hexa, .95)), (.7, rgb(hexa, 1.04))))
    n.set(Roughness=rough, Specular=.32)
    n.bump((n.noise(28, 4, .6), .22, .02),)
    return n.mat


def textile(hexa, name='textile', pitch=.14):
    """Plain weave: threads along all three axes, each seen only where the surface does not face along it.

    `pitch` is the distance of two threads in cm; a pixel of the largest picture is .025."""
    n = Nodes(name)
    facing = n.new('ShaderNodeSeparateXYZ')
    n.link(n.new('ShaderNodeTexCoord').outputs['Normal'], facing.inputs[0])
    weave = None
    for axis in 'XYZ':
        wave = n.new('ShaderNodeTexWave', bands_direction=axis)
        wave.inputs['Scale'].default_value = 2 * PI / 20 / pitch
        wave.inputs['Distortion'].default_value = .3
        wave.inputs['Detail Scale'].default_value = .4
        n.link(n.coord, wave.inputs['Vector'])
        f = facing.outputs[axis]
        along = n.math('SUBTRACT', 1, n.math('MULTIPLY', f, f))      # the three sum up to 2
        thread = n.math('MULTIPLY', wave.outputs['Fac'], along)
        weave = thread if weave is None else n.math('ADD', weave, thread)
    weave = n.math('MULTIPLY', weave, .5)
    n.colour(n.ramp(weave, (.2, rgb(hexa, .84)), (.8, rgb(hexa, 1.08))))
    n.set(Roughness=.9, Specular=.15, Sheen=.4)
    n.bump((weave, .5, .035), (n.noise(30, 4), .25, .02))
    return n.mat


def metal(hexa='#c8a468', name='metal', rough=.24):
    n = Nodes(name)
    n.colour(n.ramp(n.noise(2, 3), (.3, rgb(hexa, .94)), (.7, rgb(hexa))))
    n.set(Metallic=1.0, Roughness=rough)
    return n.mat


def plain(hexa, name='plain', rough=.7):
    n = Nodes(name)
    n.set(Base_Color=rgb(hexa), Roughness=rough, Specular=.3)
    return n.mat


UPPER = {'suede': suede, 'nubuck': nubuck, 'leather': leather, 'oiled': oiled, 'metallic': metallic, 'textile': textile}


# --------------------------------------------------------------------------
# 4  Models
# --------------------------------------------------------------------------
class Kit:
    """The materials of one colourway."""

    def __init__(self, a):
        self.upper = UPPER[a.material](a.upper, 'upper')
        edge = leather if a.material in ('leather', 'oiled', 'metallic') else suede
        self.edge = edge(a.edge or a.upper, 'raw edge')
        self.lining = (suede(a.lining, 'lining', .6) if a.lining_material == 'suede'
                       else leather(a.lining, 'lining', .55, .5))
        self.cork = cork(hexa=a.cork)
        self.sole = rubber(a.sole, 'outsole')
        if a.bed == 'eva':                          # moulded in one piece
            self.cork = self.lining = rubber(a.sole, 'EVA', .55)
        self.metal = metal(a.metal)
        self.thread = plain(a.thread or a.upper, 'thread')
        self.accent = UPPER[a.material](a.accent or a.upper, 'overlay')
        self.accent2 = UPPER[a.material](a.accent2 or a.accent or a.upper, 'heel overlay')
        self.lace = textile(a.lace, 'lace', .1)
        self.elastic = textile(a.edge or a.upper, 'elastic', .18)
        self.dark = plain('#120d0a', 'hole', .9)
        self.imprint = plain(a.imprint, 'imprint', .85)
        self.stamp, self.size_mark = a.stamp, a.size_mark
        self.skin = [self.upper, self.lining, self.edge]            # shell order
        self.strap = [self.upper, self.edge, self.lining]           # band order
        Kit.latest = self

    def materials(self):
        return {k: v for k, v in vars(self).items() if isinstance(v, bpy.types.Material)}


BED_BASE = Curve((0, 2.1), (4, 1.8), (9, 2.05), (14, 1.8), (18, 1.4), (21, 1.45), (26, 1.9))
RIM_MEDIAL = Curve((0, 3.85), (4, 3.65), (9, 3.6), (12, 3.3), (16, 2.5), (20, 2.3), (26, 2.75))
RIM_LATERAL = Curve((0, 3.85), (4, 3.55), (9, 3.1), (12, 2.8), (16, 2.4), (20, 2.3), (26, 2.75))
GROUND = Curve((0, .12), (1.5, .0), (17.5, 0), (21, .12), (26, .75))


def stamp(bed, kit):
    """A tonal imprint in the heel: the shop's word and the size, dropped onto the footbed."""
    for text, y, size in ((kit.stamp, 4.6, .62), (kit.size_mark, 3.55, .46)):
        if not text:
            continue
        cu = bpy.data.curves.new('stamp', 'FONT')
        cu.body, cu.size, cu.align_x, cu.align_y, cu.space_character = text, size, 'CENTER', 'CENTER', 1.15
        tmp = bpy.data.objects.new('stamp', cu)
        bpy.context.scene.collection.objects.link(tmp)
        bpy.context.view_layer.update()
        me = bpy.data.meshes.new_from_object(tmp)
        bpy.data.objects.remove(tmp)
        for v in me.vertices:
            x, yy = v.co.x, v.co.y + y                      # upright for the wearer
            # The higher of both sides, so that the mirrored shoe can carry the same mesh.
            hits = [bed.ray_cast(Vector((sx, yy, 30)), Vector((0, 0, -1))) for sx in (x, -x)]
            v.co = (x, yy, max(loc.z if hit else 0 for hit, loc, _, _ in hits) + .012)
        me.materials.append(kit.imprint)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new('stamp', me))


def footbed(last, kit, eva=.85, rise=0.0):
    """Contoured cork footbed: suede top, cork wall, EVA outsole."""
    qs = round_columns()

    def top(q, rho):
        e, s = last.edge(q), last.spine(q)
        p = s + (e - s) * rho
        side = clamp((p.x - last.spine_x(p.y)) / 4, -1, 1)
        r = clamp(rho / .965)
        arch = gauss(p.y - 9.5, 4.2) * smooth(-side * 1.3)
        cup = lerp(lerp(5.0, 3.0, gauss(p.y - 1, 6)), 2.3, arch)
        z = BED_BASE(p.y) + rise + (last.rim(q) - BED_BASE(e.y) - rise) * r ** cup
        bar = p.y - (19.6 - .10 * (p.x + .5) ** 2 + .25 * p.x)
        inner = 1 - r ** 4
        z += .50 * gauss(bar, .75) * inner                                      # toe grip
        z -= .16 * gauss(bar - 2.6, 1.5) * inner                                  # toe wells
        z += .22 * gauss(math.hypot(p.x - .4, (p.y - 14.6) * .8), 1.7) * inner   # metatarsal pad
        z -= .14 * gauss(math.hypot(p.x + .5, (p.y - 17.2)), 1.8) * inner        # ball
        return Vector((p.x, p.y, z))

    def ring(offset, z):
        return [last.edge(q, -offset) + Vector((0, 0, z(q))) for q in qs]

    rhos = [0, .1, .2, .3, .4, .5, .6, .68, .76, .83, .89, .93, .955, .972]
    rings = [[top(q, r) for q in qs] for r in rhos]
    rings.append([top(q, .978) + Vector((0, 0, -.05)) for q in qs])
    rings.append([top(q, .978) + Vector((0, 0, -.2)) for q in qs])
    bed = loft('footbed top', rings, [kit.lining], subdiv=1)
    stamp(bed, kit)

    rim = lambda dz: (lambda q: last.rim(q) + dz)
    base = lambda q: GROUND(last.edge(q).y) + eva * lerp(1.0, .72, smooth(last.edge(q).y / 24))
    wall = lambda f: (lambda q: lerp(last.rim(q) - .16, base(q), f))
    rings = [ring(-.34, rim(-.16)), ring(-.26, rim(-.03)), ring(-.17, rim(-.0)), ring(-.08, rim(-.02)),
             ring(-.02, rim(-.08)),
             ring(.02, wall(0.02)), ring(.03, wall(.25)), ring(.03, wall(.5)), ring(.0, wall(.75)),
             ring(-.05, wall(.97)), ring(-.05, wall(1.03))]
    loft('cork', rings, [kit.cork], subdiv=1)

    up = lambda dz: (lambda q: base(q) + dz)
    ground = lambda dz: (lambda q: GROUND(last.edge(q).y) + dz)
    rings = [ring(-.5, up(0)), ring(-.10, up(.0)), ring(-.03, up(-.0)), ring(.03, up(-.05)), ring(.04, up(-.12)),
             ring(.02, up(-.35)), ring(.0, ground(.16)), ring(-.03, ground(.05)), ring(-.14, ground(0)),
             ring(-.6, ground(0))]
    loft('outsole', rings, [kit.sole], cap_end=True, subdiv=1)


def two_piece_strap(name, last, kit, medial, lateral, w_base, w_top, w_tongue, tip_u, buckle_u, y_shift=0.0):
    """The classic adjustable strap: a long medial piece whose tongue passes a
    buckle that is held by a short lateral piece.  medial / lateral: y at the sole edge,
    y_shift: y at the middle."""
    y0, y1, ym = medial, lateral, y_shift
    yl = lambda u: lerp(ym, y1, smooth(max(u, 0)))
    low = Band(last, [(1.0, y1), (.85, yl(.85)), (buckle_u + .10, yl(buckle_u + .1)), (buckle_u - .02, yl(buckle_u))],
               Curve((0, w_base), (.45, w_tongue + .75), (1, w_tongue + .25)), thickness=.24, lift=.03, steps=36)
    low.build(name + ' lateral piece', kit.strap)
    path = [(-1.0, y0), (-.72, lerp(y0, ym, .45)), (-.35, lerp(y0, ym, .9)), (0, ym),
            (buckle_u - .15, yl(buckle_u - .15)), (buckle_u + .05, yl(buckle_u + .05)), (tip_u, yl(tip_u))]
    lift = lambda t: lerp(.05, .34, smooth((t - .50) / .2))
    top = Band(last, path, Curve((0, w_base), (.22, w_top + .35), (.42, w_top), (.62, w_tongue + .12),
                                 (.74, w_tongue), (1, w_tongue)),
               thickness=.24, lift=lift, tips=(0, w_tongue * .45), steps=80)
    top.build(name + ' medial piece', kit.strap)
    # where along the strap is the buckle?
    tb = min((abs(top._u(k / 200) - buckle_u), k / 200) for k in range(201))[1]
    fr = top.frame(tb)
    buckle(name + ' buckle', fr, w_tongue + .62, 1.75, kit.metal, radius=.165)
    holes = [top.frame(tb + d / top.length) for d in (.52, 1.3, 2.0, -1.5, -2.2)]
    discs(name + ' holes', holes, .13, kit.dark)
    lines = []
    for s in (-1, 1):
        lines.append(top.line(.03, .97, ('edge', s * .22), 90))
        lines.append(low.line(.04, .78, ('edge', s * .22), 30))
    stitches(name + ' stitching', lines, kit.thread)
    return top, low


def model_two_strap(a):
    kit = Kit(a)
    last = Last(WIDE, a.width, rim_medial=RIM_MEDIAL, rim_lateral=RIM_LATERAL, inset=.52, bulge=.03,
                height=Curve((6, 6.6), (10, 5.7), (13, 4.9), (16, 4.1), (19, 3.35), (22, 2.7), (26, 2.2)),
                power=Curve((0, 2.2), (26, 2.25)))
    footbed(last, kit)
    two_piece_strap('front strap', last, kit, 17.1, 16.4, 4.6, 3.8, 2.5, .86, .47, 18.5)
    two_piece_strap('rear strap', last, kit, 11.3, 10.9, 4.6, 3.9, 2.5, .84, .47, 12.2)


def clog_last(a):
    return Last(WIDE, a.width, rim_medial=RIM_MEDIAL, rim_lateral=RIM_LATERAL, inset=.40, bulge=.075,
                height=Curve((6, 7.9), (9, 7.3), (12, 6.35), (14, 5.5), (17, 4.45), (20, 3.65), (23, 3.0), (26, 2.5)),
                power=Curve((0, 2.1), (12, 2.15), (20, 2.35), (26, 2.4)),
                spine=Curve((0, .05), (8, .3), (15, .0), (20.6, -.35), (26, -.6)))


def model_mule(a):
    model_clog(a, strap=False)


def model_clog(a, strap=True):
    kit = Kit(a)
    last = clog_last(a)
    footbed(last, kit)
    start = 7.7
    reach = last.tc - start

    # Without a strap over it the topline is a smooth arch, whose lining does not stand out.
    forward, steepness = (4.3, 1.5) if strap else (5.2, .9)

    def column(y, theta):
        """y at the sole -> y at theta: the topline sweeps forward as it rises."""
        tau = clamp((y - start) / reach)
        k = clamp(theta / (PI / 2))
        sweep = forward * math.sin(PI / 2 * k) ** steepness
        return y + sweep * (1 - tau) ** 1.6

    def at(y, side, theta, lift=0.0):
        return last.surface(last.q_of(column(y, theta), side), theta, lift)

    rows, n = 26, 40
    ys = [start + reach * (i / n) ** 1.15 for i in range(n + 1)]
    grid = []
    for j in range(rows + 1):
        th = PI / 2 * j / rows
        row = [at(y, -1, th) for y in ys[:-1]]
        row += [last.surface(1 + i / 44, th) for i in range(45)]
        row += [at(y, 1, th) for y in reversed(ys[:-1])]
        grid.append(row)
    shell('upper', grid, kit.skin, .24, last)

    # Topline stitching, two rows.
    lines = []
    for d in (.38, .62):
        line = [at(start + d, -1, PI / 2 * k / 50, .015) for k in range(4, 51)]
        line += [at(start + d, 1, PI / 2 * k / 50, .015) for k in range(50, 3, -1)]
        lines.append(line)
    stitches('topline stitching', lines, kit.thread)

    if not strap:
        return
    # Instep strap with the buckle on the lateral side.
    w = 2.3
    low = Band(last, [(1.0, 12.0), (.8, 12.7), (.62, 13.4), (.50, 13.8)], Curve((0, 3.3), (1, w + .3)), .22, .02,
               steps=30)
    low.build('strap holder', kit.strap)
    lift = lambda t: lerp(.03, .28, smooth((t - .52) / .2))
    top = Band(last, [(-1.0, 11.7), (-.7, 13.0), (-.35, 14.2), (0, 14.7), (.3, 14.4), (.55, 13.6), (.84, 12.45)],
               Curve((0, 3.2), (.3, w + .15), (.6, w), (1, w)), .22, lift, tips=(0, w * .48), steps=80)
    top.build('strap', kit.strap)
    tb = min((abs(top._u(k / 200) - .47), k / 200) for k in range(201))[1]
    buckle('buckle', top.frame(tb), w + .62, 1.75, kit.metal, radius=.165)
    discs('holes', [top.frame(tb + d / top.length) for d in (.52, 1.3, 2.0, -1.5, -2.2)], .13, kit.dark)
    stitches('strap stitching', [top.line(.03, .97, ('edge', s * .2), 90) for s in (-1, 1)]
             + [low.line(.05, .7, ('edge', s * .2), 30) for s in (-1, 1)], kit.thread)


def model_thong(a):
    kit = Kit(a)
    last = Last(WIDE, a.width, rim_medial=RIM_MEDIAL, rim_lateral=RIM_LATERAL, inset=.52, bulge=.02,
                height=Curve((6, 6.2), (10, 5.2), (13, 4.3), (16, 3.4), (19, 2.45), (21, 2.0), (26, 1.8)),
                power=Curve((0, 2.1), (26, 2.1)))
    footbed(last, kit)
    u0, y0 = -.17, 20.2
    wide = Curve((0, 1.15), (.12, 1.2), (.4, 2.3), (.75, 3.0), (1, 3.9))
    left = Band(last, [(u0, y0), (-.26, 18.2), (-.48, 15.6), (-.74, 13.0), (-.90, 12.0), (-1, 11.7)], wide, .26, .03,
                tips=(.5, 0), steps=70)
    right = Band(last, [(u0, y0 + .02), (-.02, 18.0), (.28, 15.4), (.66, 12.8), (.87, 11.8), (1, 11.5)], wide, .26,
                 .07, tips=(.5, 0), steps=70)
    left.build('medial strap', kit.strap)
    right.build('lateral strap', kit.strap)
    p = last.on(u0, y0 - .25)
    foot = Vector((p.x - .05, p.y + .25, .8))
    tube('toe post', [foot.lerp(p, k / 8) for k in range(9)], lambda t: lerp(.40, .47, t), kit.upper, sides=18,
         subdiv=1)
    stitches('stitching', [b.line(.06, .97, ('edge', s * .2), 90) for b in (left, right) for s in (-1, 1)], kit.thread)


def closed_shoe(last, kit, h_top, throat, depth, thickness, rows=30, slot=None):
    """A closed upper: vamp, sides and heel with an oval opening.  Returns its topline."""
    def theta_top(q, y):
        th = last.theta_at_height(q, h_top(y))
        if slot:                                   # lacing slot: (half width as rho, from y, to y)
            th = lerp(th, last.theta_at_rho(q, slot[0]), smooth((y - slot[1]) / (slot[2] - slot[1])))
        return th

    def side(sign):
        cols = []
        back = throat - depth
        for i in range(46):
            y = lerp(last.hc, back, i / 46)
            q = last.q_of(y, sign)
            cols.append((q, theta_top(q, y)))
        for i in range(24):
            psi = (1 - i / 24) * PI / 2
            y = throat - depth * (1 - math.cos(psi))
            q = last.q_of(y, sign)
            rho = last.rho(q, theta_top(q, y))[0]
            cols.append((q, last.theta_at_rho(q, rho * (1 - math.cos(psi) ** 2.6) ** .5)))
        for i in range(17):
            y = lerp(throat, last.tc, i / 17)
            cols.append((last.q_of(y, sign), PI / 2))
        return cols
    med, lat = side(-1), side(1)
    toe = [(1 + i / 44, PI / 2) for i in range(45)]
    heel = [(3 + i / 30, None) for i in range(1, 30)]
    heel = [(q, theta_top(q, last.edge(q).y)) for q, _ in heel]
    cols = med + toe + list(reversed(lat)) + heel
    grid = [[last.surface(q, th * j / rows) for q, th in cols] for j in range(rows + 1)]
    shell('upper', grid, kit.skin, thickness, last, closed=True)
    opening = lat[:71][::-1] + heel + med[:71]

    def edge_at(y, sign):
        q = last.q_of(y, sign)
        return q, theta_top(q, y)
    return opening, edge_at


def sole_stack(last, layers, qs=None):
    """layers: (name, material, [(offset, z function of q), ...]).

    Open above, where the insole lies: a lid over a ring that is not plane would cut through it."""
    qs = qs or round_columns()
    for name, mat, prof in layers:
        rings = [[last.edge(q, -o) + Vector((0, 0, z(q))) for q in qs] for o, z in prof]
        loft(name, rings, [mat], cap_end=True, subdiv=1)


# Of the sole's profile, in cm: distance, width and height of the bars, height and length of their waves.
TREADS = {'ballerina': (.5, .26, .05, 0, 1), 'thong': (.9, .5, .14, .3, 2.6), 'slip_on': (.72, .42, .12, .22, 1.5),
          'sneaker': (1.05, .66, .18, .34, 2.0)}


def tread(parts, a):
    """Bars under the sole, which only the view from below shows: on the ground they would stand in the floor.

    parts: the shoe's objects, of which outsole, cupsole and heel carry bars.  Returns the new objects."""
    pitch, width, height, wave, length = TREADS.get(a.model, (1.15, .7, .18, .3, 2.2))
    soles = [o for o in parts if o.name.split('.')[0] in ('outsole', 'cupsole', 'heel')]
    trees = [BVHTree.FromPolygons([v.co for v in o.data.vertices], [p.vertices for p in o.data.polygons])
             for o in soles]

    def ground(x, y):
        hits = [hit.z for tree in trees for hit in [tree.ray_cast((x, y, -9), (0, 0, 1))[0]] if hit]
        return min(hits) if hits else None

    def carries(x, y):
        """Whether all around a place there is a sole of about one height."""
        around = [ground(x + dx, y + dy) for dx, dy in ((0, 0), (.5, 0), (-.5, 0), (0, .5), (0, -.5))]
        return None not in around and max(around) - min(around) < .3

    bars = []
    for k in range(round(28 / pitch)):
        row = []
        for i in range(101):
            x = (i - 50) * .12
            y = k * pitch + wave * math.sin(2 * PI * x / length)
            if carries(x, y):
                row.append((x, y, ground(x, y)))
                continue
            if len(row) > 5:
                bars.append(row)
            row = []
    made = []
    for row in bars:
        rings = []
        for j, (x, y, z) in enumerate(row):
            low = height * smooth(min(j, len(row) - 1 - j) / 1.5)            # rounded ends
            half = width / 2
            rings.append([Vector((x, y + dy, z - dz)) for dy, dz in
                          ((-half, -.06), (-half * .86, low * .8), (-half * .7, low), (half * .7, low),
                           (half * .86, low * .8), (half, -.06))])
        bar = loft('tread', rings, [soles[0].data.materials[0]], cap_start=True, cap_end=True)
        bar.scale = soles[0].scale
        made.append(bar)
    return made


def insole(last, mat, z, rise=.25):
    qs = round_columns()
    rings = []
    for r in (0, .2, .4, .6, .75, .88, .97):
        ring = []
        for q in qs:
            e, s = last.edge(q, .35), last.spine(q)
            p = s + (e - s) * r
            ring.append(Vector((p.x, p.y, z(p.y) + rise * r ** 3)))
        rings.append(ring)
    loft('insole', rings, [mat], subdiv=1)


def model_ballerina(a):
    kit = Kit(a)
    up = Curve((0, 1.55), (6, 1.35), (11, .85), (16, .55), (20, .6), (26, .95))      # top of the sole
    low = Curve((0, .0), (6.2, .0), (26, .45))
    last = Last(SLIM, a.width, heel_centre=3.0, toe_centre=20.8, rim_medial=up, rim_lateral=up, inset=.10, bulge=.0,
                height=Curve((0, 7.6), (6, 7.4), (10, 6.6), (14, 5.6), (18, 4.1), (21, 3.2), (24, 2.6), (26, 2.35)),
                power=Curve((0, 3.0), (8, 2.5), (16, 2.3), (26, 2.2)),
                spine=Curve((0, 0), (8, .2), (15, .2), (20, .1), (26, -.2)))
    h = Curve((0, 5.0), (3, 4.5), (7, 3.6), (11, 3.0), (14, 2.75), (17, 2.6), (21, 2.5))
    top, _ = closed_shoe(last, kit, h, 19.6, 7.5, .16)
    insole(last, kit.lining, lambda y: up(y) - .02)
    # Binding round the topline.
    pts = [last.surface(q, th, -.06) for q, th in top]
    line = resample(pts, 180)
    tube('binding', line, .15, kit.upper, sides=10, subdiv=1, closed=True)
    qs = round_columns()
    gy = lambda q: last.edge(q).y
    bot = Curve((0, .95), (6, .80), (8, .62), (11, .42), (15, .08), (17.5, .0), (21, .06), (26, .55))
    sole_stack(last, [
        ('outsole', kit.sole, [(-.4, lambda q: up(gy(q)) - .25), (.02, lambda q: up(gy(q)) - .28),
                               (.07, lambda q: up(gy(q)) - .36),
                               (.07, lambda q: lerp(up(gy(q)), bot(gy(q)), .75)), (.02, lambda q: bot(gy(q)) + .03),
                               (-.08, lambda q: bot(gy(q)))]),
    ])
    # Heel block.
    heel_y = 5.6
    n = 40
    rings = []
    for dz, inset in ((1.0, .03), (.5, .07), (.05, .10), (0, .18)):
        ring = []
        q0, q1 = last.q_of(heel_y, 1), 4 + last.q_of(heel_y, -1)
        for k in range(n + 1):
            p = last.edge(lerp(q0, q1, k / n), inset)
            ring.append(Vector((p.x, p.y, dz)))
        a0, b0 = ring[-1], ring[0]
        for k in range(1, 8):
            p = a0.lerp(b0, k / 8)
            p.y -= .5 * math.sin(PI * k / 8)
            ring.append(p)
        rings.append(ring)
    loft('heel', rings, [kit.sole], cap_start=True, cap_end=True)
    bow(last, kit, 19.8)


def bow(last, kit, y):
    """A small flat bow at the throat."""
    o = last.on(0.02, y + .15, .12)
    nz = last.on_normal(.03, y)
    x = Vector((1, 0, 0))
    x = (x - nz * x.dot(nz)).normalized()
    yv = nz.cross(x)
    if yv.y < 0:
        yv = -yv
    for s in (-1, 1):
        rings = []
        for k in range(25):                     # a ribbon 0.5 cm wide, folded into a loop
            t = k / 24
            r = 1.55 * math.sin(PI * t) ** .75
            rise = .16 + .34 * math.sin(2 * PI * t) * math.sin(PI * t) + .22 * math.sin(PI * t)
            w = lerp(.16, .42, math.sin(PI * t) ** .6)
            c = o + x * (s * r) + nz * rise - yv * (.16 * r)
            rings.append([c + yv * w + nz * .05, c + yv * (w + .03), c + yv * w - nz * .05,
                          c - yv * w - nz * .05, c - yv * (w + .03), c - yv * w + nz * .05])
        loft('bow loop', rings, [kit.upper], cap_start=True, cap_end=True, subdiv=2)
    tube('bow knot', [o + yv * lerp(-.3, .3, k / 6) + nz * (.2 + .12 * math.sin(PI * k / 6)) for k in range(7)], .2,
         kit.upper, sides=12, subdiv=1)


def resample(pts, n):
    s = [0.0]
    for a, b in zip(pts, pts[1:]):
        s.append(s[-1] + (b - a).length)
    out = []
    for k in range(n):
        d = s[-1] * k / n
        i = min(max(bisect_right(s, d) - 1, 0), len(pts) - 2)
        out.append(pts[i].lerp(pts[i + 1], clamp((d - s[i]) / max(s[i + 1] - s[i], 1e-6))))
    return out


def patch(name, last, corners, mats, thickness=.08, lift=.0, n=16):
    """A four-sided panel laid on the last; corners(s, t) -> (q, theta)."""
    grid = []
    for j in range(n + 1):
        row = []
        for i in range(n + 1):
            q, th = corners(i / n, j / n)
            row.append(last.surface(q, th, lift + thickness))
        grid.append(row)
    return shell(name, grid, mats, thickness, last)


def model_slip_on(a):
    kit = Kit(a)
    up = Curve((0, 2.6), (6, 2.45), (12, 2.3), (18, 2.15), (22, 2.2), (26, 2.6))
    last = Last(COURT, .98 * a.width, heel_centre=3.3, toe_centre=20.4, rim_medial=up, rim_lateral=up, inset=.18,
                bulge=.03,
                height=Curve((0, 8.4), (6, 8.2), (10, 7.2), (14, 5.7), (17, 4.5), (20, 3.6), (23, 3.0), (26, 2.6)),
                power=Curve((0, 3.0), (8, 2.5), (15, 2.25), (26, 2.4)),
                spine=Curve((0, 0), (8, .2), (15, .1), (20, .0), (26, -.3)))
    h = Curve((0, 5.7), (3, 5.0), (6, 4.35), (9, 4.3), (12, 4.5), (16, 4.2))
    top, edge_at = closed_shoe(last, kit, h, 14.6, 5.4, .28)
    insole(last, kit.lining, lambda y: up(y) - .1)
    pts = [last.surface(q, th, -.10) for q, th in top]
    tube('collar', resample(pts, 200), .21, kit.edge, sides=12, subdiv=1, closed=True)

    # Elastic gores, seams and heel patch.
    lines = []
    for sign in (-1, 1):
        def gore(s, t, sign=sign):
            # t runs down from the topline, s from back to front
            y = lerp(lerp(7.9, 9.4, t), lerp(11.4, 11.0, t), s)
            q, th = edge_at(y, sign)
            return q, th * lerp(.97, .22, t)
        patch('gore', last, gore, [kit.elastic, kit.lining, kit.elastic], .05, -.03)
        for s in (-.10, 1.10):
            lines.append([last.surface(*gore(s, k / 30), .03) for k in range(31)])
        lines.append([last.surface(*gore(lerp(-.10, 1.10, k / 16), 1.06), .03) for k in range(17)])
        for d in (0, .32):                         # seam from the gore to the sole
            lines.append([last.surface(last.q_of(lerp(11.35, 11.8, k / 24) + d, sign),
                                       edge_at(11, sign)[1] * lerp(.22, .02, k / 24), .03) for k in range(25)])

    def heel(s, t):
        half = lerp(.26, .17, t)
        q = 3.5 + (s - .5) * 2 * half
        return q, last.theta_at_height(q, h(last.edge(q).y)) * lerp(.0, .93, t)
    patch('heel patch', last, heel, [kit.upper, kit.lining, kit.edge], .10, .02)
    for s in (.07, .93):
        lines.append([last.surface(*heel(s, k / 30), .14) for k in range(2, 31)])
    q_line = [(q, th * .955) for q, th in top]
    lines.append([last.surface(q, th, .03) for q, th in q_line])
    stitches('stitching', lines, kit.thread, .2, .1, .032)

    cupsole(last, kit, up)


def cupsole(last, kit, up, stripe=True):
    """Rubber sidewall that cups the upper, with an optional foxing stripe."""
    gy = lambda q: last.edge(q).y
    lo = Curve((0, .12), (1.5, 0), (18, 0), (21.5, .12), (26, .7))
    mid = lambda f, d=0: (lambda q: lerp(lo(gy(q)), up(gy(q)), f) + d)
    sole_stack(last, [
        ('cupsole', kit.sole, [(-.6, mid(1, .1)), (-.16, mid(1, .22)), (-.04, mid(1, .26)), (.08, mid(1, .20)),
                               (.12, mid(1, .08)),
                               (.14, mid(.8)), (.135, mid(.77)), (.09, mid(.755)), (.09, mid(.735)), (.135, mid(.72)),
                               (.16, mid(.68)), (.19, mid(.4)),
                               (.18, mid(.22)), (.16, mid(.06, .03)), (.05, mid(0)), (-.5, mid(0))]),
    ])
    if stripe:
        line = [last.edge(q, -.10) + Vector((0, 0, mid(.745)(q))) for q in round_columns()]
        tube('foxing stripe', line, .045, kit.edge, sides=8, closed=True)


def has_bar(a):
    return a.model == 'sneaker' and a.accent2 not in (None, a.accent, a.upper)


def model_sneaker(a):
    """A low lace-up court shoe."""
    kit = Kit(a)
    up = Curve((0, 2.6), (6, 2.45), (12, 2.3), (18, 2.15), (22, 2.2), (26, 2.6))
    last = Last(COURT, a.width, heel_centre=3.3, toe_centre=20.4, rim_medial=up, rim_lateral=up, inset=.18, bulge=.04,
                height=Curve((0, 8.6), (6, 8.7), (10, 7.5), (14, 5.7), (17, 4.5), (20, 3.6), (23, 3.0), (26, 2.6)),
                power=Curve((0, 3.0), (8, 2.4), (15, 2.15), (26, 2.4)),
                spine=Curve((0, 0), (8, .2), (15, .1), (20, .0), (26, -.3)))
    h = Curve((0, 6.3), (2, 5.7), (5, 4.9), (8, 5.0), (12, 5.0))
    top, edge_at = closed_shoe(last, kit, h, 17.6, 1.0, .30, slot=(.24, 4.6, 10.6))
    insole(last, kit.lining, lambda y: up(y) - .1)
    collar = [last.surface(q, th, -.13) for q, th in top if last.edge(q).y < 9.6]
    tube('collar', resample(collar, 140), lambda t: .24 * min(1, .5 + 6 * min(t, 1 - t)), kit.lining, sides=12,
         subdiv=1)

    tongue = Band(last, [(0, 18.2), (0, 15), (0, 12), (0, 9.8), (0, 7.9)],
                  Curve((0, 3.0), (.4, 3.8), (.8, 5.0), (1, 5.2)),
                  thickness=.36, lift=Curve((0, -.75), (.5, -.55), (.8, -.42), (1, -.25)), tips=(0, 1.1), steps=50)
    tongue.build('tongue', [kit.upper, kit.upper, kit.lining], crown=.10)

    overlay = [kit.accent, kit.lining, kit.accent]
    lines = []
    for sign in (-1, 1):
        def stay(s, t, sign=sign):                    # eyelet facing, s from front to back, t from the slot down
            y = lerp(18.1, 8.6, s)
            q, th = edge_at(min(y, 17.5), sign)
            q = last.q_of(y, sign)
            u_low = .16 + .40 * math.sqrt(smooth(s * 1.9)) + .05 * s
            return q, lerp(min(th, PI / 2) * .995, (1 - u_low) * PI / 2, t)
        patch('facing', last, stay, overlay, .07, .0, n=28)
        for t in (.86, .94):
            lines.append([last.surface(*stay(k / 50, t), .09) for k in range(1, 50)])

    def toecap(s, t):
        q = lerp(.86, 2.14, s)
        return q, lerp(.0, PI / 2 * (.50 + .12 * math.sin(PI * s)), t)
    for t in (1.0, .93):
        lines.append([last.surface(*toecap(k / 60, t), .012) for k in range(61)])

    def heel(s, t):
        q = 3.5 + (s - .5) * 2 * lerp(.42, .24, t)
        return q, last.theta_at_height(q, h(last.edge(q).y)) * lerp(.0, .90, t)
    patch('heel patch', last, heel, [kit.accent2, kit.lining, kit.accent2], .08, .0)
    for s in (.06, .94):
        lines.append([last.surface(*heel(s, k / 30), .10) for k in range(2, 31)])
    # A bar in the second colour on both sides, from the sole up to the facing.
    for sign in (-1, 1) if has_bar(a) else ():
        def bar(s, t, sign=sign):
            y = lerp(8.1, 11.5, smooth(t) * .4 + t * .6) + (s - .5) * lerp(2.3, 1.5, t)
            return last.q_of(y, sign), lerp(.0, .63, t)
        patch('bar', last, bar, [kit.accent2, kit.lining, kit.accent2], .06, .0, n=24)
        for s in (.09, .91):
            lines.append([last.surface(*bar(s, k / 30), .08) for k in range(1, 30)])
    stitches('stitching', lines, kit.thread, .18, .09, .028)

    # Eyelets and laces: one bar at the front, then crosses.
    rows = [16.9, 15.6, 14.3, 13.0, 11.7, 10.4]
    u_eye = .30
    eyes = []
    for y in rows:
        for sign in (-1, 1):
            o = last.on(sign * u_eye, y, .08)
            n = last.on_normal(sign * u_eye, y)
            al = Vector((0, 1, 0))
            al = (al - n * al.dot(n)).normalized()
            eyes.append((o, al, n.cross(al), n))
    discs('eyelets', eyes, .15, kit.dark, rim=.05, rim_mat=kit.metal)

    def lace(u0, y0, u1, y1, high):
        pts, nr = [], []
        for k in range(25):
            t = k / 24
            u, y = lerp(u0, u1, t), lerp(y0, y1, t)
            arch = min(1, 7 * min(t, 1 - t))
            pts.append(last.on(u, y, lerp(.06, high, smooth(arch))))
            nr.append(last.on_normal(u, y))
        tube('lace', pts, .25, kit.lace, sides=12, flat=.34, subdiv=1, normals=nr)
    lace(-u_eye, rows[0], u_eye, rows[0], .20)
    for i in range(len(rows) - 1):
        lace(-u_eye, rows[i], u_eye, rows[i + 1], .19)
        lace(u_eye, rows[i], -u_eye, rows[i + 1], .34)
    cupsole(last, kit, up, stripe=False)


MODELS = {n[6:]: f for n, f in list(globals().items()) if n.startswith('model_')}


# --------------------------------------------------------------------------
# 5  Studio
# --------------------------------------------------------------------------
# azimuth (0 = lateral side, 90 = toe), elevation, pair?
VIEWS = {
    'three_quarter': (38, 27, False),
    'side': (0, 7, False),
    'top': (-90, 89, True),
    'sole': (-90, 89, True),
    'pair': (48, 34, True),
    'rear': (-42, 24, False),
    'detail': (30, 30, False),
}


def aim(ob, target):
    ob.rotation_euler = (Vector(target) - ob.location).to_track_quat('-Z', 'Y').to_euler()


def area(name, loc, target, size, watts, colour=(1, 1, 1), size_y=None):
    li = bpy.data.lights.new(name, 'AREA')
    li.shape, li.size, li.size_y = 'RECTANGLE', size, size_y or size
    li.energy, li.color = watts, colour
    ob = bpy.data.objects.new(name, li)
    bpy.context.scene.collection.objects.link(ob)
    ob.location = loc
    aim(ob, target)
    return ob


class Model:
    """A built shoe: its parts with modifiers applied, ready for other colours and views."""

    def __init__(self, a):
        before = set(bpy.context.scene.objects)
        MODELS[a.model](a)
        self.kit = Kit.latest.materials()
        self.shadows = {}
        self.parts = [o for o in bpy.context.scene.objects if o.type == 'MESH' and o not in before]
        # The coarse vertices are enough to frame the shoe.
        self.hull = {o: [Vector(v.co) for v in list(o.data.vertices)[::3]] for o in self.parts}
        dg = bpy.context.evaluated_depsgraph_get()
        for o in self.parts:
            if o.modifiers:
                me = bpy.data.meshes.new_from_object(o.evaluated_get(dg), preserve_all_data_layers=True, depsgraph=dg)
                o.modifiers.clear()
                o.data = me
            if a.kids:
                o.scale.z = 1.1

    def recolour(self, a):
        """Swap the materials for those of another colourway."""
        Kit(a)
        new = Kit.latest.materials()
        swap = {old: new[k] for k, old in self.kit.items()}
        # Of all meshes, since a view may have added some (tread).
        for me in bpy.data.meshes:
            for i, m in enumerate(me.materials):
                me.materials[i] = swap.get(m, m)
        for m in set(self.kit.values()):
            bpy.data.materials.remove(m)
        self.kit = new

    def copy(self, a):
        """The same meshes once more, in the colours of `a`.  Returns the copies with their hulls."""
        Kit(a)
        new = Kit.latest.materials()
        swap = {old: new[k] for k, old in self.kit.items()}
        copies = {}
        for o in self.parts:
            c = o.copy()
            bpy.context.scene.collection.objects.link(c)
            for slot in c.material_slots:
                material = swap[slot.material]
                slot.link = 'OBJECT'
                slot.material = material
            copies[c] = self.hull[o]
        return copies

    def clear(self):
        """Take away what a view has added: second shoe, lights, camera, floor."""
        for o in self.parts:
            o.parent = None
            o.visible_camera = True
        for o in list(bpy.context.scene.objects):
            if o not in self.hull:
                bpy.data.objects.remove(o)
        for kind in (bpy.data.lights, bpy.data.cameras, bpy.data.worlds):
            for block in list(kind):
                kind.remove(block)
        for me in [m for m in bpy.data.meshes if not m.users]:
            bpy.data.meshes.remove(me)
        for m in [m for m in bpy.data.materials if m.name.startswith('floor')]:
            bpy.data.materials.remove(m)

    def pair(self, a, top_down, turned=False):
        """Mirror the shoe into a left one and set the two side by side, `turned` over to show their soles.

        Returns the copies with their hulls."""
        gap = 11.6 * max(a.width, 1)
        right, left = bpy.data.objects.new('right', None), bpy.data.objects.new('left', None)
        for e in (right, left):
            bpy.context.scene.collection.objects.link(e)
        copies = {}
        profile = tread(self.parts, a) if turned else []
        for o in [*self.parts, *profile]:
            c = o.copy()
            bpy.context.scene.collection.objects.link(c)
            c.parent, o.parent = left, right
            if o in profile:
                continue
            if o.name.startswith('stamp'):          # lettering must not be mirrored
                c.scale.x = -1
            copies[c] = self.hull[o]
        left.scale = (-1, 1, 1)
        if top_down:
            right.location.x, left.location.x = gap / 2, -gap / 2
            right.rotation_euler.z, left.rotation_euler.z = math.radians(-4), math.radians(4)
        else:
            left.location = (-gap * 1.08, 2.0, 0)
            left.rotation_euler.z = math.radians(7)
        if turned:
            over = bpy.data.objects.new('over', None)
            bpy.context.scene.collection.objects.link(over)
            left.parent = right.parent = over
            over.rotation_euler.y = PI
            bpy.context.view_layer.update()
            # Deep in the floor, which only catches the shadow: high above it, that would be too large.
            over.location.z = -.35 * min((o.matrix_world @ v).z for o in self.parts for v in self.hull[o])
        return copies


def empty_scene():
    for o in list(bpy.data.objects):
        bpy.data.objects.remove(o)
    bpy.data.orphans_purge(do_recursive=True)


def light(a, mid, azimuth, flat=False, spread=1.0, dim=1.0):
    """Floor and lights, turned with the camera; `spread` scales them with the subject."""
    sc = bpy.context.scene
    me = bpy.data.meshes.new('floor')
    me.from_pydata([(-300, -300, 0), (300, -300, 0), (300, 300, 0), (-300, 300, 0)], [], [(0, 1, 2, 3)])
    floor = bpy.data.objects.new('floor', me)
    sc.collection.objects.link(floor)
    floor.visible_camera = False           # bounces light; its shadow is a second pass
    me.materials.append(plain('#f3eee6', 'floor', .9))

    R = Matrix.Rotation(math.radians(azimuth), 3, 'Z')
    at = lambda side, depth, z: mid + (R @ Vector((depth, side, 0)) + Vector((0, 0, z))) * spread
    # `side` is to the camera's right, `depth` towards the camera.
    k = a.light * dim * spread ** 2
    size = lambda v: v * spread
    # Seen from above, the key must rake.
    area('key', at(-75, -10, 48) if flat else at(-62, 22, 62), mid, size(42), (78000 if flat else 52000) * k,
         (1, .975, .94))
    area('top', at(0, -20, 95), mid, size(80), (26000 if flat else 42000) * k, (1, .99, .97), size(50))
    area('fill', at(70, 50, 35), mid, size(60), 15000 * k, (.98, .99, 1))
    area('rim', at(35, -75, 45), mid, size(70), 26000 * k, (1, .98, .95), size(26))
    w = bpy.data.worlds.new('world')
    sc.world = w
    w.use_nodes = True
    bg = w.node_tree.nodes['Background']
    bg.inputs['Color'].default_value = (1, .985, .96, 1)
    bg.inputs['Strength'].default_value = .34 * a.light


def studio(a, model):
    """Floor, lights, camera and render settings for one view."""
    sc = bpy.context.scene
    model.clear()
    hull = dict(model.hull)
    az, el, pair = VIEWS[a.view]
    if a.azimuth is not None:
        az = a.azimuth
    if a.elevation is not None:
        el = a.elevation
    if pair:
        hull.update(model.pair(a, a.view in ('top', 'sole'), a.view == 'sole'))
    bpy.context.view_layer.update()
    pts = [o.matrix_world @ v for o, vs in hull.items() for v in vs]
    lo = Vector([min(p[i] for p in pts) for i in range(3)])
    hi = Vector([max(p[i] for p in pts) for i in range(3)])
    mid = (lo + hi) / 2

    light(a, mid, az if el < 80 else -90, flat=el > 80, dim=.85 if a.view == 'sole' else 1)

    # Camera: fixed distance, focal length and shift chosen to frame the subject.
    cam = bpy.data.cameras.new('camera')
    co = bpy.data.objects.new('camera', cam)
    sc.collection.objects.link(co)
    sc.camera = co
    ra, re = math.radians(az), math.radians(el)
    dist = 120 if not pair else 150
    co.location = mid + Vector((math.cos(ra) * math.cos(re), math.sin(ra) * math.cos(re), math.sin(re))) * dist
    aim(co, mid)
    bpy.context.view_layer.update()
    inv = co.matrix_world.inverted()
    xs, ys = [], []
    for p in pts:
        c = inv @ p
        xs.append(c.x / -c.z)
        ys.append(c.y / -c.z)
    w_, h_ = max(xs) - min(xs), max(ys) - min(ys)
    fill = a.fill if a.view != 'detail' else 1.9
    span = max(w_, h_) / fill
    cam.sensor_width, cam.lens = 36, 36 / span
    cx, cy = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    if a.view == 'detail':
        cx, cy = lerp(min(xs), max(xs), .55), lerp(min(ys), max(ys), .58)
    cam.shift_x, cam.shift_y = cx / span, (cy - (.02 * span if a.view not in ('top', 'sole', 'detail') else 0)) / span
    cam.clip_end = 2000
    render_settings(a)


def render_settings(a):
    sc = bpy.context.scene
    r = sc.render
    r.engine = 'CYCLES'
    r.film_transparent = True
    r.image_settings.file_format, r.image_settings.color_mode = 'PNG', 'RGBA'
    r.image_settings.compression = 15
    r.threads_mode, r.threads = 'FIXED', a.threads
    sc.view_settings.view_transform = 'Standard'
    sc.view_settings.exposure = a.exposure
    sc.cycles.device = 'CPU'
    sc.cycles.use_denoising = False         # Debian's build has no denoiser
    sc.cycles.diffuse_bounces = sc.cycles.glossy_bounces = 3
    sc.cycles.transmission_bounces = sc.cycles.volume_bounces = 0
    sc.cycles.caustics_reflective = sc.cycles.caustics_refractive = False
    sc.cycles.sample_clamp_indirect = 3
    sc.cycles.blur_glossy = 1.0
    sc.cycles.filter_width = 1.4
    r.use_persistent_data = True            # keeps the meshes between the renders of a batch


def render_shoe(a):
    sc = bpy.context.scene
    sc.render.resolution_x, sc.render.resolution_y = a.size, a.height or a.size
    sc.cycles.samples = a.samples
    sc.cycles.use_adaptive_sampling = a.samples > 24
    sc.cycles.adaptive_threshold = a.noise
    sc.cycles.adaptive_min_samples = 24
    sc.cycles.max_bounces = 4
    sc.render.filepath = a.out + '.shoe.png'
    bpy.ops.render.render(write_still=True)


def render_shadow(a, model):
    """The shadow alone: the shoe is hidden from the camera, so that the layer can
    be rendered small, blurred and laid beneath the shoe without a halo."""
    key = (a.view, a.size, a.azimuth, a.elevation, a.fill, a.light)
    out = a.out + '.shadow.png'
    if model and key in model.shadows:
        shutil.copyfile(model.shadows[key], out)
        return
    sc = bpy.context.scene
    floor = bpy.data.objects['floor']
    meshes = [o for o in sc.objects if o.type == 'MESH']
    for o in meshes:
        o.visible_camera = o is floor
    floor.is_shadow_catcher = True
    width = max(min(a.size // 3, 300), 150) if model else a.size // 4
    sc.render.resolution_x, sc.render.resolution_y = width, round(width * (a.height or a.size) / a.size)
    sc.cycles.samples = 72
    sc.cycles.use_adaptive_sampling = True
    sc.cycles.adaptive_threshold = .03
    sc.cycles.adaptive_min_samples = 24
    sc.cycles.max_bounces = 1
    sc.render.filepath = out
    bpy.ops.render.render(write_still=True)
    floor.is_shadow_catcher = False
    for o in meshes:
        o.visible_camera = o is not floor
    if model:
        model.shadows[key] = out


UNDERSTUDIES = {}


def understudy(a):
    """A built shoe that waits outside the scene and is only ever copied into it: of one shape, in any colour."""
    key = geometry(a)
    if key not in UNDERSTUDIES:
        UNDERSTUDIES[key] = model = Model(a)
        for o in model.parts:
            bpy.context.scene.collection.objects.unlink(o)
    return UNDERSTUDIES[key]


def still_life(job):
    """Several shoes on one floor, seen from the front.

    size, height    of the picture in pixels
    box             left, top, right, bottom: the part of the frame the shoes fill, in shares of it
    elevation       of the camera
    shoes           a list of options of the shoe, and where it stands:
                    x, y      of its middle: cm to the right and away from the camera
                    heading   of its toe: 0 to the right, -90 to the camera
                    left      the mirrored shoe;  scale: of the whole shoe;  roll: degrees about its length
    """
    PLACE = ('x', 'y', 'heading', 'left', 'roll', 'scale')
    a = from_job({k: v for k, v in job.items() if k not in ('shoes', 'box')})
    for o in list(bpy.context.scene.objects):
        bpy.data.objects.remove(o)
    looks = [from_job({k: v for k, v in shoe.items() if k not in PLACE}) for shoe in job['shoes']]
    cast = [understudy(look) for look in looks]
    pts = []
    for shoe, look, model in zip(job['shoes'], looks, cast):
        place = {k: shoe.get(k, 0) for k in PLACE}
        parts = model.copy(look)
        spot = bpy.data.objects.new('spot', None)
        bpy.context.scene.collection.objects.link(spot)
        s = place['scale'] or 1
        mirror = Matrix.Diagonal((-1 if place['left'] else 1, 1, 1, 1))
        spot.matrix_world = (Matrix.Translation((place['x'], place['y'], 0))
                             @ Matrix.Rotation(math.radians(place['heading'] - 90), 4, 'Z')
                             @ Matrix.Scale(s, 4) @ Matrix.Rotation(math.radians(place['roll']), 4, 'Y')
                             @ mirror @ Matrix.Translation((0, -13, 0)))
        bpy.context.view_layer.update()
        for o in parts:
            o.parent = spot
        bpy.context.view_layer.update()
        mine = [o.matrix_world @ v for o, vs in parts.items() for v in vs]
        low = min(p.z for p in mine)
        if place['roll']:                         # a shoe on its side rests on the floor again
            spot.location.z -= low
            bpy.context.view_layer.update()
            mine = [p - Vector((0, 0, low)) for p in mine]
        pts += mine
    lo = Vector([min(p[i] for p in pts) for i in range(3)])
    hi = Vector([max(p[i] for p in pts) for i in range(3)])
    mid = (lo + hi) / 2
    light(a, mid, -90, spread=max((hi - lo).length / 36, 1))

    sc = bpy.context.scene
    cam = bpy.data.cameras.new('camera')
    co = bpy.data.objects.new('camera', cam)
    sc.collection.objects.link(co)
    sc.camera = co
    el = math.radians(30 if a.elevation is None else a.elevation)
    co.location = mid + Vector((0, -math.cos(el), math.sin(el))) * 190
    aim(co, mid)
    bpy.context.view_layer.update()
    inv = co.matrix_world.inverted()
    seen = [(c.x / -c.z, c.y / -c.z) for c in (inv @ p for p in pts)]
    xs, ys = [c[0] for c in seen], [c[1] for c in seen]
    left, top, right, bottom = job.get('box', (.08, .1, .92, .9))
    ratio = (a.height or a.size) / a.size
    span = max((max(xs) - min(xs)) / (right - left), (max(ys) - min(ys)) / (bottom - top) / ratio)
    cx, cy = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    cam.sensor_fit, cam.sensor_width, cam.lens = 'HORIZONTAL', 36, 36 / span
    cam.shift_x = cx / span - ((left + right) / 2 - .5)
    cam.shift_y = cy / span - (.5 - (top + bottom) / 2) * ratio
    cam.clip_end = 2000
    render_settings(a)
    render_shoe(a)
    render_shadow(a, None)


DEFAULTS = {
    'clog': dict(upper='#8d7a68', material='suede', edge='#a08d7a', lining='#b39a7e', sole='#3a2a20',
                 thread='#6f5f50', metal='#b08d57'),
    'two_strap': dict(upper='#100f11', material='leather', edge='#171412', lining='#b49b80', sole='#141313',
                      thread='#0e0d0e', metal='#c9b083'),
    'mule': dict(upper='#a8693c', material='oiled', edge='#b98456', lining='#b79e82', sole='#2b211b', thread='#e2cfae'),
    'thong': dict(upper='#7a4a2b', material='oiled', edge='#8a5a38', lining='#b79e82', sole='#2b211b',
                  thread='#d8c3a0', metal='#b08d57'),
    'ballerina': dict(upper='#7c2f36', material='leather', edge='#7c2f36', lining='#d9c7b0',
                      lining_material='leather', sole='#2a1d17', thread='#6d262d'),
    'sneaker': dict(upper='#d6d1c6', material='leather', edge='#cdc7ba', lining='#c9b99f', sole='#dcd8cd',
                    thread='#b9b2a3', metal='#d8d4cc', accent2='#49614f'),
    'slip_on': dict(upper='#5e6f64', material='nubuck', edge='#4c5b52', lining='#d8ccba', sole='#efe9dd',
                    thread='#e9e2d3'),
}


def parser():
    ap = argparse.ArgumentParser()
    ap.add_argument('--batch', help='JSON file with a list of jobs')
    ap.add_argument('--model', choices=sorted(MODELS), default='clog')
    ap.add_argument('--view', choices=sorted(VIEWS), default='three_quarter')
    ap.add_argument('--out', default='out/test', help='prefix of the two layers')
    ap.add_argument('--passes', default='shoe,shadow')
    ap.add_argument('--bed', choices=['cork', 'eva'], default='cork')
    ap.add_argument('--size', type=int, default=1200, help='width in pixels')
    ap.add_argument('--height', type=int, help='in pixels, for still lifes; otherwise square')
    ap.add_argument('--samples', type=int, default=64)
    ap.add_argument('--noise', type=float, default=.02, help='adaptive sampling threshold, from 25 samples on')
    ap.add_argument('--threads', type=int, default=2)
    ap.add_argument('--exposure', type=float, default=0)
    ap.add_argument('--light', type=float, default=1.12)
    ap.add_argument('--fill', type=float, default=.86, help='share of the frame that the subject fills')
    ap.add_argument('--azimuth', type=float)
    ap.add_argument('--elevation', type=float)
    ap.add_argument('--width', type=float, default=1.0)
    ap.add_argument('--cork', default='#b88a5c')
    ap.add_argument('--imprint', default='#7d6348')
    ap.add_argument('--stamp', default='', help='word stamped in the footbed')
    ap.add_argument('--size-mark', default='')
    ap.add_argument('--kids', action='store_true')
    for k in ('upper', 'material', 'edge', 'lining', 'lining_material', 'accent', 'accent2', 'lace', 'sole', 'thread',
              'metal'):
        ap.add_argument('--' + k)
    return ap


def complete(a):
    """Fill in the model's own defaults."""
    base = dict(edge=None, thread=None, accent=None, accent2=None, lace='#e2ded4', metal='#b9a27c',
                lining_material='suede')
    base.update(DEFAULTS[a.model])
    for k, v in base.items():
        if getattr(a, k, None) is None:
            setattr(a, k, v)
    if a.kids:
        a.width *= 1.13
    return a


def from_job(job):
    """Options of a job: the names of the command line, with dashes, underscores or camelCase."""
    a = parser().parse_args([])
    for key, value in job.items():
        name = re.sub('([A-Z])', lambda m: '_' + m[1].lower(), key).replace('-', '_')
        if hasattr(a, name):
            setattr(a, name, value)
        else:
            print('UNKNOWN option', key, 'of', job.get('out'))
    return complete(a)


# What a built mesh depends on; everything else is a matter of materials, lights and camera.
geometry = lambda a: (a.model, a.bed, a.width, a.kids, a.stamp, str(a.size_mark), has_bar(a))
look = lambda a: tuple(sorted((k, str(v)) for k, v in vars(a).items() if k not in ('view', 'out', 'passes')))


def produce(jobs):
    empty_scene()
    for job in [job for job in jobs if 'shoes' in job]:
        began = time.time()
        still_life(job)
        print('DONE %s %.1f s' % (job['out'], time.time() - began), flush=True)
    jobs = [from_job(job) for job in jobs if 'shoes' not in job]
    order = []                                   # first come, first served, but like with like
    for a in jobs:
        if geometry(a) not in order:
            order.append(geometry(a))
    for key in order:
        mine = [a for a in jobs if geometry(a) == key]
        began = time.time()
        empty_scene()
        model, colour, view = Model(mine[0]), look(mine[0]), None
        print('BUILT %s in %.1f s' % (mine[0].model, time.time() - began), flush=True)
        views = [a.view for a in mine]
        mine.sort(key=lambda a: views.index(a.view))
        for a in mine:
            began = time.time()
            if look(a) != colour:
                model.recolour(a)
                colour = look(a)
            setting = (a.view, a.size, a.azimuth, a.elevation, a.fill, a.light, a.exposure, a.threads)
            if setting != view:
                studio(a, model)
                view = setting
            if 'shoe' in a.passes:
                render_shoe(a)
            half = time.time()
            if 'shadow' in a.passes:
                render_shadow(a, model)
            print('DONE %s shoe %.1f s shadow %.1f s' % (a.out, half - began, time.time() - half), flush=True)


def main():
    a = parser().parse_args(sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else [])
    if a.batch:
        with open(a.batch) as f:
            produce(json.load(f))
    else:
        produce([vars(a)])


if __name__ == '__main__':
    main()
