# What Blender makes of a glTF file: its armatures, actions, and where bones are at some times. Prints JSON.
#
# Needs Blender as a Python module: pip install bpy

import json
import sys

import bpy

file, rate, *frames = sys.argv[1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
# Blender makes frames of seconds at the scene's rate.
scene.render.fps = round(float(rate))
bpy.ops.import_scene.gltf(filepath=file)
armatures = [item for item in bpy.data.objects if item.type == "ARMATURE"]
places = []
for frame in frames:
    scene.frame_set(int(frame))
    # Z is up in Blender: X, Z, -Y are the file's X, Y, Z.
    place = lambda armature, bone: armature.matrix_world @ bone.head
    heads = {
        bone.name: [p.x, p.z, -p.y]
        for armature in armatures
        for bone in armature.pose.bones
        for p in [place(armature, bone)]
    }
    places.append(heads)
print("RESULT " + json.dumps({
    "armatures": {armature.name: len(armature.data.bones) for armature in armatures},
    "actions": sorted(action.name for action in bpy.data.actions),
    "frames": places,
}))
