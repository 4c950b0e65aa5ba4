# A glTF file through Blender into an FBX file. Needs Blender as a Python module: pip install bpy
#
#   blender_to_fbx.py IN.glb RATE OUT.fbx [AXES]      AXES is unreal for Z up and bones along X, else Blender's own

import sys

import bpy

file, rate, out, *axes = sys.argv[1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = round(float(rate))
bpy.ops.import_scene.gltf(filepath=file)
actions = list(bpy.data.actions)
bpy.context.scene.frame_start = round(min(action.frame_range[0] for action in actions))
bpy.context.scene.frame_end = round(max(action.frame_range[1] for action in actions))
options = {"axis_forward": "-Y", "axis_up": "Z", "primary_bone_axis": "X", "secondary_bone_axis": "Y"} if axes else {}
bpy.ops.export_scene.fbx(filepath=out, bake_anim_simplify_factor=0.0, bake_anim_use_all_actions=False,
                         bake_anim_use_nla_strips=False, **options)
